import { type CalendarDate, type Instant, isBefore, type Transitions } from '@staycover/kernel';
import { isGivenUp, retryAt } from './retry.ts';

export type MailNotice = 'RENEWAL_NOTICE' | 'INVOICE_PAST_DUE' | 'INVOICE_SUSPENDED' | 'WEBHOOK_DISABLED';
export type MailStatus = 'WAITING' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'REFUSED' | 'BOUNCED';

/** A mail as it is sent. */
export type WrittenMail = { recipient: string; subject: string; text: string };

/** Why a mail is REFUSED when its organization is to get none. */
export const NO_CONTACT = 'The organization has no mail contact any more.';
export const NOT_WANTED = 'The contact does not want this notice any more.';
export const LATE = 'The event came more than a day late: its mail may have been sent before.';

type End = { states: readonly string[]; reason: string };

const CLOSED: End = {
  states: ['PAID', 'VOID', 'UNCOLLECTIBLE'],
  reason: 'The invoice is paid, void or written off meanwhile.',
};

/** The states of an invoice or a policy in which a notice is pointless. */
const ENDS: Partial<Record<MailNotice, End>> = {
  INVOICE_PAST_DUE: CLOSED,
  INVOICE_SUSPENDED: CLOSED,
  RENEWAL_NOTICE: { states: ['CANCELLED', 'EXPIRED', 'SUPERSEDED'], reason: 'The policy has ended meanwhile.' },
};

/** The decisions of a person about a mail; the other transitions follow from the mail server's responses. */
export const mailDecisions: Transitions<MailStatus> = {
  WAITING: [],
  SENDING: [],
  SENT: ['BOUNCED'],
  UNKNOWN: ['WAITING', 'BOUNCED'],
  REFUSED: ['WAITING'],
  BOUNCED: ['WAITING'],
};

/**
 * The outcome of an attempt to send a mail. AWAY means a failed connection, LATER a temporary rejection of this mail, or that
 * it is too early for it before `until`.
 */
export type MailOutcome = {
  kind: 'SENT' | 'LATER' | 'AWAY' | 'REFUSED' | 'UNKNOWN';
  error: string | null;
  until?: Instant;
};

export const refused = (error: string): MailOutcome => ({ kind: 'REFUSED', error });

/** The invoice or policy of a notice as it is now. */
type Subject = { status: string | null; dueDate: CalendarDate | null; termEnd: CalendarDate | null };

/** Why a notice is pointless as its subject is now, or too early; undefined when it is to be sent. */
export const whyNotNow = (
  notice: MailNotice,
  { status, dueDate, termEnd }: Subject,
  today: CalendarDate,
): MailOutcome | undefined => {
  const end = ENDS[notice];
  if (end && status !== null && end.states.includes(status)) return refused(end.reason);
  if (termEnd && isBefore(termEnd, today)) return refused('The term has ended meanwhile.');
  // Money may still come in time.
  if (notice !== 'INVOICE_PAST_DUE' || !dueDate || isBefore(dueDate, today)) return undefined;
  const until = dueDate.add({ days: 1 }).toZonedDateTime('UTC').toInstant();
  return { kind: 'LATER', error: 'The invoice is not past due before the day after its due date.', until };
};

/** The state of a mail after an attempt. */
export type MailProgress = {
  status: MailStatus;
  error: string | null;
  dueAt: Instant | null;
  failedAt: Instant | null;
};

/** A mail after an attempt: what may still be taken is tried again for five days. */
export const afterAttempt = (
  { attempts, failedAt }: { attempts: number; failedAt: Instant | null },
  { kind, error, until }: MailOutcome,
  now: Instant,
  random: number,
): MailProgress => {
  if (kind !== 'LATER' && kind !== 'AWAY') return { status: kind, error, dueAt: null, failedAt };
  if (until) return { status: 'WAITING', error, dueAt: until, failedAt };
  const since = failedAt ?? now;
  if (isGivenUp(since, now, attempts)) {
    return { status: 'REFUSED', error: `Given up after 5 days. ${error}`, dueAt: null, failedAt: since };
  }
  return { status: 'WAITING', error, dueAt: retryAt(attempts, now, random), failedAt: since };
};
