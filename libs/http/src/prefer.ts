/** A preference has its value as a token or in quotes (RFC 7240). */
const STRICT = /(?:^|[,;\s])handling\s*=\s*(?:strict|"strict")(?=$|[,;\s])/i;

/** Whether the caller wants unknown members refused: `handling=strict`. */
export const prefersStrict = (prefer: string | undefined): boolean => STRICT.test(prefer ?? '');

/** How long a caller waits without a `Prefer: wait`, in seconds. */
export const DEFAULT_WAIT_S = 10;
const LONGEST_WAIT_S = 60;

/** The seconds that a caller waits (RFC 7240), if the caller set a preference. */
export const preferredWaitSeconds = (prefer = ''): number | undefined => {
  const asked = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?=$|[,;\s])/i.exec(prefer)?.[1];
  return asked === undefined ? undefined : Math.min(Number(asked), LONGEST_WAIT_S);
};
