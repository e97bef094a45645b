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

/** Why a mail about the end of a term is REFUSED after that end. */
export const TERM_ENDED = 'The term has ended meanwhile.';

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

/** Why a notice is pointless in the state that its invoice or policy has now; undefined when it is not. */
export const whyPointless = (notice: MailNotice, status: string | null): string | undefined =>
  status !== null && ENDS[notice]?.states.includes(status) ? ENDS[notice].reason : undefined;

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

/** Too early for a notice that an invoice is past due: money may still come in time. */
export const waitUntilPastDue = (dueDate: CalendarDate, today: CalendarDate): MailOutcome | undefined => {
  if (isBefore(dueDate, today)) return undefined;
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
