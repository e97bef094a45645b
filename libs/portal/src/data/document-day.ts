import type { Resource } from '@staycover/client';

/** The day that documents of a policy speak of where today is in none of its terms: its last day, or its first. */
export const documentDay = (
  { termStart, termEnd, renewalCount }: Pick<Resource<'Policy'>, 'termStart' | 'termEnd' | 'renewalCount'>,
  today: string,
): string | undefined => {
  if (today > termEnd) return termEnd;
  return today < termStart && renewalCount === 0 ? termStart : undefined;
};
