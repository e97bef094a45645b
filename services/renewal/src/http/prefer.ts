const DEFAULT_SECONDS = 10;
const MAX_SECONDS = 60;

/** How long a caller waits (RFC 7240), in ms, and the header that confirms it, if the caller set a preference. */
export const preferredWait = (prefer: string | undefined): { waitMs: number; headers: Record<string, string> } => {
  const asked = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?=$|[,;\s])/i.exec(prefer ?? '')?.[1];
  if (asked === undefined) return { waitMs: DEFAULT_SECONDS * 1_000, headers: {} };
  const seconds = Math.min(Number(asked), MAX_SECONDS);
  return { waitMs: seconds * 1_000, headers: { 'Preference-Applied': `wait=${seconds}` } };
};
