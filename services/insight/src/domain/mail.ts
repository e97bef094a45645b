import type { Instant, Transitions } from '@staycover/kernel';
import { isGivenUp, retryAt } from './retry.ts';

export type MailNotice = 'RENEWAL_NOTICE' | 'INVOICE_PAST_DUE' | 'INVOICE_SUSPENDED' | 'WEBHOOK_DISABLED';
export type MailStatus = 'WAITING' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'REFUSED' | 'BOUNCED';

/** What a person may decide of a mail; the rest follows from what the mail server says. */
export const mailDecisions: Transitions<MailStatus> = {
  WAITING: [],
  SENDING: [],
  SENT: ['BOUNCED'],
  UNKNOWN: ['WAITING', 'BOUNCED'],
  REFUSED: ['WAITING'],
  BOUNCED: ['WAITING'],
};

/** How an attempt to send a mail ended. AWAY is the fault of the way to the server, LATER what the server said of this mail. */
export type MailOutcome = { kind: 'SENT' | 'LATER' | 'AWAY' | 'REFUSED' | 'UNKNOWN'; error: string | null };

/** What an attempt makes of a mail. */
export type MailProgress = {
  status: MailStatus;
  error: string | null;
  dueAt: Instant | null;
  failedAt: Instant | null;
};

type Tried = { attempts: number; failedAt: Instant | null };

/** A mail after an attempt: what may still be taken is tried again for five days. */
export const afterAttempt = (
  { attempts, failedAt }: Tried,
  { kind, error }: MailOutcome,
  now: Instant,
  random: number,
): MailProgress => {
  if (kind !== 'LATER' && kind !== 'AWAY') return { status: kind, error, dueAt: null, failedAt };
  const since = failedAt ?? now;
  if (isGivenUp(since, now)) {
    return { status: 'REFUSED', error: `Given up after 5 days. ${error}`, dueAt: null, failedAt: since };
  }
  return { status: 'WAITING', error, dueAt: retryAt(attempts, now, random), failedAt: since };
};
