/** The query parameters of a page; all others are dropped. */
export type PageSearch = {
  /** The organization that is looked at; all without it. */
  org?: string;
  status?: string;
  /** Where the page of a list begins. */
  cursor?: string;
  /** The policy or contract to filter by. */
  of?: string;
  reservation?: string;
  view?: string;
  /** Who published the events of a list. */
  service?: string;
  /** The name of the events of a list. */
  name?: string;
  /** The currency of the figures that are shown. */
  currency?: string;
};

const MEMBERS = ['org', 'status', 'cursor', 'of', 'reservation', 'view', 'service', 'name', 'currency'] as const;

export const pageSearch = (search: Record<string, unknown>): PageSearch =>
  Object.fromEntries(
    MEMBERS.flatMap((name) => {
      const value = search[name];
      return (typeof value === 'string' || typeof value === 'number') && value !== '' ? [[name, String(value)]] : [];
    }),
  );

/** An address keeps its words: a number in it is text, too. */
export const parseAddress = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const printAddress = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
};
