import { needsDefault } from './compare.ts';

/** Why an event is not recorded, and the one thing to do about it; undefined without breaches. */
export const refusal = (
  { type, version }: { type: string; version: number },
  breaches: readonly string[],
): string | undefined => {
  if (breaches.length === 0) return undefined;
  const others = breaches.filter((breach) => !needsDefault(breach));
  return others.length > 0
    ? `${type}: publish .v${version + 1} beside it.\n  ${others.join('\n  ')}`
    : `${type}: earlier events do not have the new members.\n  ${breaches.join('\n  ')}`;
};
