import { type Leadership, type LeadershipOptions, startLeadership } from '@staycover/messaging';
import type { Metrics } from '@staycover/telemetry';
import type pg from 'pg';
import type { SendMail } from '../adapters/send-mail.ts';
import { type DueMail, dueMails, markInterrupted, markSending, recordMailAttempt } from '../db/mails.ts';
import { afterAttempt, type MailOutcome, type WrittenMail } from '../domain/mail.ts';
import { type WritingDeps, writeMail } from './write-mail.ts';

export type Mailing = WritingDeps & { metrics: Metrics; send: SendMail; pauses?: MailPauses | undefined };

export type MailPauses = {
  /** Pause between polls for due mails. */
  lookMs: number;
  /** Pause while the mail server is down. */
  awayMs: number;
};

const PAUSES: MailPauses = { lookMs: 1_000, awayMs: 5_000 };
/** Mails that are under way at the same time, of one organization two at most: a slow recipient takes a place or two. */
const PLACES = 8;
/** The server ends a session that is silent for longer, and with it the lock; mails may take longer to leave. */
const BEAT_MS = 5_000;

/** Stores how an attempt ended: now, or as soon as that can be stored. */
type Store = (keep: () => Promise<unknown>) => Promise<void>;

/** ELSEWHERE: another replica has sent it meanwhile, or it goes to another address now. */
type End = MailOutcome['kind'] | 'ELSEWHERE';

/** Tries a mail once, and keeps how that ended. */
const sendOne = async (mailing: Mailing, mail: DueMail, store: Store): Promise<End> => {
  const { database, clock, metrics } = mailing;
  const writing = await writeMail(mailing, mail);
  const attempt =
    'mail' in writing ? await deliver(mailing, mail, writing.mail) : { ...writing, recipient: null, isMarked: false };
  if (attempt === 'ELSEWHERE') return attempt;
  const { outcome, recipient, isMarked } = attempt;
  const now = clock();
  const progress = afterAttempt({ ...mail, attempts: mail.attempts + 1 }, outcome, now, Math.random());
  await store(() => recordMailAttempt(database, mail, { ...progress, recipient, now, isMarked }));
  metrics.of('mailAttempts').inc({ outcome: outcome.kind });
  return outcome.kind;
};

/** How an attempt ended, to whom it was, and whether the mail was marked as being sent. */
type Attempt = { outcome: MailOutcome; recipient: string; isMarked: boolean };

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
  return isOurs ? { outcome, recipient: written.recipient, isMarked } : 'ELSEWHERE';
};

/** Keeps what could not be stored at once, for later. */
const keepingEnds = (logger: LeadershipOptions['logger']) => {
  const unstored: (() => Promise<unknown>)[] = [];
  const store: Store = async (keep) => {
    try {
      await keep();
    } catch (error) {
      unstored.push(keep);
      throw error;
    }
  };
  const storeLate = async (): Promise<void> => {
    for (const keep of unstored.splice(0))
      await store(keep).catch((error: unknown) => logger.warn({ error: String(error) }, 'how a mail ended waits'));
  };
  return { store, storeLate };
};

/**
 * Sends waiting mails, on the leader. A mail is marked before it is sent, so that none is sent twice: without a response, a
 * person decides about a marked one.
 */
export const startMailing = (mailing: Mailing & Pick<LeadershipOptions, 'url' | 'schema' | 'logger'>): Leadership => {
  const { database, clock, logger, url, schema, pauses = PAUSES } = mailing;
  const underWay = new Map<string, Promise<void>>();
  const { store, storeLate } = keepingEnds(logger);
  let awayUntil = 0;
  const handle = async (mail: DueMail): Promise<void> => {
    const end = await sendOne(mailing, mail, store).catch((error: unknown) => {
      logger.warn({ mailId: mail.id, error: String(error) }, 'a mail could not be seen to');
      return 'AWAY';
    });
    if (end === 'AWAY') awayUntil = performance.now() + pauses.awayMs;
    underWay.delete(mail.id);
    // Several at once: each look asks for the waiting organizations.
    if (underWay.size <= PLACES / 2) leadership.wake();
  };
  const look = async (): Promise<void> => {
    await storeLate();
    const places = { limit: PLACES - underWay.size, underWay: [...underWay.keys()] };
    for (const mail of await dueMails(database, { now: clock(), ...places })) underWay.set(mail.id, handle(mail));
  };
  const leadership = startLeadership({
    url,
    schema,
    logger,
    name: 'mails',
    lock: 'mails',
    async lead(client, { isStopping, pause }) {
      await markInterrupted(database, [...underWay.keys()]);
      while (!isStopping()) {
        pause.restart();
        // Fails once the session has ended: by then another replica may send. What is under way here goes on.
        await client.query('select 1');
        const awayMs = awayUntil - performance.now();
        if (awayMs <= 0) await keepingAlive(client, look);
        await pause.sleep(Math.max(awayMs, pauses.lookMs));
      }
      await keepingAlive(client, () => Promise.all(underWay.values()));
    },
  });
  return leadership;
};

const keepingAlive = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  const beat = setInterval(() => void client.query('select 1').catch(() => undefined), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
};
