import type { Work } from '@staycover/change';
import { execute, instantFromSql, instantFromSqlIfAny, type Page, pageInSql, query } from '@staycover/db';
import { insightEvents } from '@staycover/events';
import { type Actor, DomainError, type Instant, isId, visibleOrganizations } from '@staycover/kernel';
import {
  LATE,
  type MailNotice,
  type MailProgress,
  type MailStatus,
  NO_CONTACT,
  type WrittenMail,
} from '../domain/mail.ts';

/** A mail about an event, under the event's id. */
export type Mail = {
  id: string;
  organizationId: string;
  notice: MailNotice;
  status: MailStatus;
  attempts: number;
  recipient: string | null;
  subject: string | null;
  text: string | null;
  error: string | null;
  dueAt: Instant | null;
  eventAt: Instant;
  failedAt: Instant | null;
  sentAt: Instant | null;
};

/** An endpoint that is made active again and again causes one mail a day. */
const IS_FIRST_OF_DAY = `ev.type <> '${insightEvents.webhookEndpointDisabled.type}' or not exists (
      select from kept k where k.type = ev.type and k.aggregate_id = ev.aggregate_id and k.position < ev.position
        and k.at > ev.at - interval '1 day')
    and not exists (
      select from event_link l join event e on e.position = l.position join mail m on m.id = e.event_id
      where l.id = ev.aggregate_id and l.at > ev.at - interval '1 day' and e.type = ev.type
        and m.organization_id = ev.organization_id)`;

/**
 * Queues a mail for each event in `kept` that has a notice in `came`, if its organization has chosen that. Of an event that
 * comes a day late, as after an outage or a restored database, the mail may have been sent before: a person decides. Those of
 * more than eight days ago get none, as a stream that is read from its beginning has thirty.
 */
export const MAILED = `mailed as (
    insert into mail (id, organization_id, notice, position, event_at, status, error, due_at)
    select ev.event_id, ev.organization_id, n.notice, ev.position, ev.at,
      case when is_late then 'REFUSED' else 'WAITING' end, case when is_late then '${LATE}' end,
      case when is_late then null else '-infinity'::timestamptz end
    from kept ev join came n on n.event_id = ev.event_id and n.notice is not null
    cross join lateral (select ev.at <= now() - interval '1 day' as is_late) as late
    join mail_contact c on c.organization_id = ev.organization_id and jsonb_exists(c.notices, n.notice)
    where ev.at > now() - interval '8 days' and (${IS_FIRST_OF_DAY}) on conflict (id) do nothing)`;

type Row = Omit<Mail, 'organizationId' | 'dueAt' | 'eventAt' | 'failedAt' | 'sentAt'> & {
  organization_id: string;
  due_at: string | null;
  event_at: string;
  failed_at: string | null;
  sent_at: string | null;
};

// What is due at once has no time to show.
const COLUMNS = `id, organization_id, notice, status, attempts, recipient, subject, body as text, error,
  case when due_at > '-infinity' then due_at end::text as due_at, event_at::text, failed_at::text, sent_at::text`;

const toMail = ({ organization_id, due_at, event_at, failed_at, sent_at, ...row }: Row): Mail => ({
  ...row,
  organizationId: organization_id,
  dueAt: instantFromSqlIfAny(due_at),
  eventAt: instantFromSql(event_at),
  failedAt: instantFromSqlIfAny(failed_at),
  sentAt: instantFromSqlIfAny(sent_at),
});

export const loadMail = async (work: Work, actor: Actor, id: string): Promise<Mail> => {
  const text = `select ${COLUMNS} from mail where id = $1 and ($2::text[] is null or organization_id = any($2))`;
  const [row] = isId(id) ? await query<Row>(work, text, [id, visibleOrganizations(actor)]) : [];
  if (!row) throw DomainError.notFound('mail', id);
  return toMail(row);
};

type Filter = { organizationId?: string | undefined; status?: MailStatus | undefined };

export const listMails = async (
  work: Work,
  actor: Actor,
  { organizationId, status }: Filter,
  { limit, after, order }: Page,
): Promise<Mail[]> => {
  const { beyond, sort } = pageInSql(order);
  const rows = await query<Row>(
    work,
    `select ${COLUMNS} from mail where ($1::text[] is null or organization_id = any($1))
       and ($2::text is null or organization_id = $2) and ($3::text is null or status = $3)
       and ($4::uuid is null or id ${beyond} $4) order by id ${sort} limit $5`,
    [visibleOrganizations(actor), organizationId ?? null, status ?? null, after ?? null, limit],
  );
  return rows.map(toMail);
};

/** A mail that is due, with what its event carried, if that is still kept. */
export type DueMail = Mail & { envelope: string | null };

/** Of one organization so many at a time: they take turns, however many mails one has. */
const MOST_OF_ONE = 2;

/** The organizations with waiting mails, each found by the index behind the one before. */
const WAITING_ORGANIZATIONS = `waiting (organization) as (
    (select organization_id from mail where status = 'WAITING' order by organization_id limit 1)
    union all
    select (select organization_id from mail where status = 'WAITING' and organization_id > w.organization
      order by organization_id limit 1)
    from waiting w where w.organization is not null)`;

/** Mails that are due, the oldest first, without those under way, which count in the share of their organization. */
export const dueMails = async (
  work: Work,
  { now, limit, underWay }: { now: Instant; limit: number; underWay: readonly string[] },
): Promise<DueMail[]> => {
  const rows = await query<Row & { envelope: string | null }>(
    work,
    `with recursive ${WAITING_ORGANIZATIONS}
     select ${COLUMNS}, p.envelope from waiting cross join lateral (
       select * from mail m where m.status = 'WAITING' and m.organization_id = waiting.organization
         and m.due_at <= $1::timestamptz and m.id <> all($3::uuid[]) order by m.due_at, m.id
       limit ${MOST_OF_ONE} - (
         select count(*) from mail u where u.id = any($3::uuid[]) and u.organization_id = waiting.organization)) as mail
     left join payload p using (position) order by due_at, id limit $2`,
    [now.toString(), limit, underWay],
  );
  return rows.map(({ envelope, ...row }) => ({ ...toMail(row), envelope }));
};

/**
 * Marks a mail as being sent, unless another replica has sent it, or its contact has another address or does not want the
 * notice; only after this it may be sent.
 */
export const markSending = async (
  work: Work,
  { id, attempts }: Pick<Mail, 'id' | 'attempts'>,
  { recipient, subject, text }: WrittenMail,
): Promise<boolean> => {
  const rows = await query(
    work,
    `update mail m set status = 'SENDING', recipient = $3, subject = $4, body = $5
     where id = $1 and status = 'WAITING' and attempts = $2
       and exists (select from mail_contact c where c.organization_id = m.organization_id and c.email = $3
         and jsonb_exists(c.notices, m.notice)) returning 1`,
    [id, attempts, recipient, subject, text],
  );
  return rows.length > 0;
};

type MailAttempt = MailProgress & {
  recipient: string | null;
  now: Instant;
  /** Whether the mail was marked as being sent: otherwise a mark is that of another replica. */
  isMarked: boolean;
};

/** Keeps how an attempt ended, unless the mail was tried, or is being sent, by another replica meanwhile. */
export const recordMailAttempt = async (
  work: Work,
  { id, attempts }: Pick<Mail, 'id' | 'attempts'>,
  { recipient, status, error, dueAt, failedAt, now, isMarked }: MailAttempt,
): Promise<unknown> =>
  execute(
    work,
    `update mail set status = $3, attempts = $2 + 1, error = $4, due_at = $5, failed_at = $6,
       sent_at = case when $3 = 'SENT' then $7::timestamptz end, recipient = coalesce($8, recipient)
     where id = $1 and attempts = $2 and (status = 'WAITING' or $9 and status in ('SENDING', 'UNKNOWN'))`,
    [
      id,
      attempts,
      status,
      error,
      dueAt?.toString() ?? null,
      failedAt?.toString() ?? null,
      now.toString(),
      recipient,
      isMarked,
    ],
  );

/** An organization has no contact any more: what waits is not sent, whoever is its contact later. */
export const refuseWaiting = (tx: Work, organizationId: string): Promise<unknown> =>
  execute(
    tx,
    `update mail set status = 'REFUSED', due_at = null, error = $2 where organization_id = $1 and status = 'WAITING'`,
    [organizationId, NO_CONTACT],
  );

/** After a crash: the outcome of mails that were being sent is unknown, but for those that are under way here. */
export const markInterrupted = (work: Work, underWay: readonly string[]): Promise<unknown> =>
  execute(
    work,
    `update mail set status = 'UNKNOWN', due_at = null, error = 'The process ended before the mail server answered.'
     where status = 'SENDING' and id <> all($1::uuid[])`,
    [underWay],
  );

/** Moves a mail as a person decided, one to send again as if it had never failed; false when it has moved meanwhile. */
export const moveMail = async (
  tx: Work,
  { id, status }: Pick<Mail, 'id' | 'status'>,
  to: 'WAITING' | 'BOUNCED',
  error: string | null,
): Promise<boolean> => {
  const rows = await query(
    tx,
    `update mail set status = $3, error = $4, failed_at = null, attempts = case when $3 = 'WAITING' then 0 else attempts end,
       due_at = case when $3 = 'WAITING' then '-infinity'::timestamptz end
     where id = $1 and status = $2 returning 1`,
    [id, status, to, error],
  );
  return rows.length > 0;
};
