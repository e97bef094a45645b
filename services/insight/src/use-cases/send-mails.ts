import type { Database } from '@staycover/change';
import { businessDate, type Clock, calendarDate, lastInstant } from '@staycover/kernel';
import { type Leadership, type LeadershipOptions, startLeadership } from '@staycover/messaging';
import type { Metrics } from '@staycover/telemetry';
import type pg from 'pg';
import { type MailTemplates, templateFile } from '../adapters/mail-templates.ts';
import type { SendMail } from '../adapters/send-mail.ts';
import { findNewestInvoice } from '../db/events.ts';
import { findContact } from '../db/mail-contacts.ts';
import { type DueMail, dueMails, markInterrupted, markSending, recordMailAttempt } from '../db/mails.ts';
import { findSubject } from '../db/search.ts';
import {
  afterAttempt,
  type MailOutcome,
  NO_CONTACT,
  NOT_WANTED,
  TERM_ENDED,
  type WrittenMail,
  waitUntilPastDue,
  whyPointless,
} from '../domain/mail.ts';
import { fillTemplate } from '../domain/mail-template.ts';
import { mailValues } from '../mail-values.ts';

export type Mailing = {
  database: Database;
  clock: Clock;
  metrics: Metrics;
  publicUrl: string;
  templates: MailTemplates;
  send: SendMail;
  pauses?: MailPauses | undefined;
};

export type MailPauses = {
  /** Pause between polls for due mails. */
  lookMs: number;
  /** Pause while the mail server is down. */
  awayMs: number;
};

const PAUSES: MailPauses = { lookMs: 1_000, awayMs: 5_000 };
const AT_ONCE = 8;
/** The server ends a session that is silent for longer, and with it the lock; mails may take longer to leave. */
const BEAT_MS = 5_000;

/** Stores how an attempt ended: now, or as soon as that can be stored. */
type Store = (keep: () => Promise<unknown>) => Promise<void>;

const refused = (error: string): MailOutcome => ({ kind: 'REFUSED', error });

/** Each publisher has a stream of its own: an event may come before those that it follows. */
const UNKNOWN_POLICY: MailOutcome = { kind: 'LATER', error: 'No event of the policy has come yet.' };

type Data = { policyId?: string; invoiceId?: string; invoice?: { dueDate?: string | null } };

const parseData = (envelope: string): Data => (JSON.parse(envelope) as { data: Data }).data;

/** What an event carried; of an invoice as it is now. */
const readData = async ({ database }: Mailing, organizationId: string, envelope: string): Promise<Data> => {
  const data = parseData(envelope);
  if (!data.invoiceId) return data;
  const newest = await findNewestInvoice(database, organizationId, data.invoiceId);
  return newest === undefined ? data : { ...data, invoice: parseData(newest).invoice! };
};

/** Writes a mail by its template, or returns why it cannot. */
const writeMail = async (
  mailing: Mailing,
  { organizationId, notice, envelope, eventAt }: DueMail,
): Promise<WrittenMail | MailOutcome> => {
  const { database, clock, publicUrl, templates } = mailing;
  const contact = await findContact(database, organizationId);
  if (!contact) return refused(NO_CONTACT);
  if (!contact.notices.includes(notice)) return refused(NOT_WANTED);
  if (envelope === null) return refused('What the event carried is no longer kept.');
  const data = await readData(mailing, organizationId, envelope);
  const subjectId = data.invoiceId ?? data.policyId;
  const subject = subjectId ? await findSubject(database, organizationId, subjectId) : undefined;
  const pointless = whyPointless(notice, subject?.status ?? null);
  if (pointless) return refused(pointless);
  // In a sandbox events are ahead of the time here.
  const today = businessDate(lastInstant([clock(), eventAt]));
  const context = { publicUrl, policyReference: subject?.reference ?? null, today };
  const values = mailValues[notice].readValues(data, context);
  if (!values) return refused('The event is not as this release knows it.');
  if (Number(values['daysBeforeTermEnd']) < 0) return refused(TERM_ENDED);
  const dueDate = notice === 'INVOICE_PAST_DUE' ? data.invoice?.dueDate : null;
  const early = dueDate && waitUntilPastDue(calendarDate(dueDate), today);
  if (early) return early;
  const filled = fillTemplate(templates[notice], values);
  if ('missing' in filled) {
    if (filled.missing.join() === 'policyReference') return UNKNOWN_POLICY;
    return refused(`${templateFile(notice)} needs ${filled.missing.join(', ')}, which the event does not have.`);
  }
  return { recipient: contact.email, ...filled };
};

/** Tries a mail once, and keeps how that ended. */
const sendOne = async (mailing: Mailing, mail: DueMail, store: Store): Promise<MailOutcome['kind']> => {
  const { database, clock, metrics } = mailing;
  const written = await writeMail(mailing, mail);
  const isWritten = 'text' in written;
  const attempt = isWritten ? await deliver(mailing, mail, written) : { outcome: written, isMarked: false };
  if (attempt === 'ELSEWHERE') return 'SENT';
  const { outcome, isMarked } = attempt;
  const now = clock();
  const progress = afterAttempt({ ...mail, attempts: mail.attempts + 1 }, outcome, now, Math.random());
  const recipient = isWritten ? written.recipient : null;
  await store(() => recordMailAttempt(database, mail, { ...progress, recipient, now, isMarked }));
  metrics.of('mailAttempts').inc({ outcome: outcome.kind });
  return outcome.kind;
};

/** How an attempt ended, and whether the mail was marked as being sent. */
type Attempt = { outcome: MailOutcome; isMarked: boolean };

/** ELSEWHERE: another replica has sent it meanwhile, or it goes to another address now. */
const deliver = async (
  { database, send }: Mailing,
  mail: DueMail,
  written: WrittenMail,
): Promise<Attempt | 'ELSEWHERE'> => {
  let isOurs = true;
  let isMarked = false;
  const leaving = async (): Promise<void> => {
    isMarked = true;
    isOurs = await markSending(database, mail, written);
    if (!isOurs) throw new Error('This mail is sent elsewhere.');
  };
  const outcome = await send({ id: mail.id, ...written }, leaving);
  return isOurs ? { outcome, isMarked } : 'ELSEWHERE';
};

/**
 * Sends waiting mails, on the leader. A mail is marked before it is sent, so that none is sent twice: without a response, a
 * person decides about a marked one.
 */
export const startMailing = (mailing: Mailing & Pick<LeadershipOptions, 'url' | 'schema' | 'logger'>): Leadership => {
  const { database, clock, logger, url, schema, pauses = PAUSES } = mailing;
  const unstored: (() => Promise<unknown>)[] = [];
  const store: Store = async (keep) => {
    try {
      await keep();
    } catch (error) {
      unstored.push(keep);
      throw error;
    }
  };
  const look = async (): Promise<number> => {
    for (const keep of unstored.splice(0))
      await store(keep).catch((error: unknown) => logger.warn({ error: String(error) }, 'how a mail ended waits'));
    const due = await dueMails(database, clock(), AT_ONCE);
    const ended = await Promise.all(
      due.map((mail) =>
        sendOne(mailing, mail, store).catch((error: unknown) => {
          logger.warn({ mailId: mail.id, error: String(error) }, 'a mail could not be seen to');
          return 'AWAY';
        }),
      ),
    );
    if (ended.includes('AWAY')) return pauses.awayMs;
    return due.length === 0 ? pauses.lookMs : 0;
  };
  return startLeadership({
    url,
    schema,
    logger,
    name: 'mails',
    lock: 'mails',
    async lead(client, { isStopping, pause }) {
      await markInterrupted(database);
      while (!isStopping()) {
        pause.restart();
        // Fails once the session has ended: by then another replica may send.
        await client.query('select 1');
        const rest = await keepingAlive(client, look);
        if (rest > 0) await pause.sleep(rest);
      }
    },
  });
};

const keepingAlive = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  const beat = setInterval(() => void client.query('select 1').catch(() => undefined), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
};
