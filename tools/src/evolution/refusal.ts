const DEFAULT_IS_MISSING = / is new and required: give it a default$/;

/** Why an event is not recorded, and the one thing to do about it; undefined without breaches. */
export const refusal = (
  { type, version }: { type: string; version: number },
  breaches: readonly string[],
): string | undefined => {
  if (breaches.length === 0) return undefined;
  const others = breaches.filter((breach) => !DEFAULT_IS_MISSING.test(breach));
  return others.length > 0
    ? `${type}: publish .v${version + 1} beside it.\n  ${others.join('\n  ')}`
    : `${type}: earlier events do not have the new members.\n  ${breaches.join('\n  ')}`;
};
