import { DEFAULT_WAIT_S, preferredWaitSeconds } from '@staycover/http';

/** How long a caller waits (RFC 7240), in ms, and the header that confirms it, if the caller set a preference. */
export const preferredWait = (prefer: string | undefined): { waitMs: number; headers: Record<string, string> } => {
  const seconds = preferredWaitSeconds(prefer);
  if (seconds === undefined) return { waitMs: DEFAULT_WAIT_S * 1_000, headers: {} };
  return { waitMs: seconds * 1_000, headers: { 'Preference-Applied': `wait=${seconds}` } };
};
