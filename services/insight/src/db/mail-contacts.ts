import type { Work } from '@staycover/change';
import { execute, instantFromSql, query } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type { MailNotice } from '../domain/mail.ts';

/** Where mails to an organization go, and of what. */
export type MailContact = {
  organizationId: string;
  email: string;
  notices: readonly MailNotice[];
  lastModifiedBy: string;
  lastModifiedDate: Instant;
  version: number;
};

type Row = {
  email: string;
  notices: MailNotice[];
  last_modified_by: string;
  last_modified_date: string;
  version: number;
};

const COLUMNS = 'email, notices, last_modified_by, last_modified_date::text, version';

const toContact = (organizationId: string, row: Row | undefined): MailContact | undefined =>
  row && {
    organizationId,
    email: row.email,
    notices: row.notices,
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: instantFromSql(row.last_modified_date),
    version: row.version,
  };

export const findContact = async (work: Work, organizationId: string): Promise<MailContact | undefined> => {
  const [row] = await query<Row>(work, `select ${COLUMNS} from mail_contact where organization_id = $1`, [
    organizationId,
  ]);
  return toContact(organizationId, row);
};

type Change = Pick<MailContact, 'organizationId' | 'email' | 'notices'> & { by: string; now: Instant };

/** Stores a contact; what changes nothing stores nothing. */
export const putContact = async (
  tx: Work,
  { organizationId, email, notices, by, now }: Change,
): Promise<MailContact> => {
  await execute(
    tx,
    `insert into mail_contact as c (organization_id, email, notices, last_modified_by, last_modified_date)
     values ($1, $2, $3::jsonb, $4, $5)
     on conflict (organization_id) do update set email = excluded.email, notices = excluded.notices,
       last_modified_by = excluded.last_modified_by, last_modified_date = excluded.last_modified_date, version = c.version + 1
     where (c.email, c.notices) is distinct from (excluded.email, excluded.notices)`,
    [organizationId, email, JSON.stringify(notices), by, now.toString()],
  );
  return (await findContact(tx, organizationId))!;
};

/** Whether there was one. */
export const removeContact = async (tx: Work, organizationId: string): Promise<boolean> => {
  const removed = await query(tx, 'delete from mail_contact where organization_id = $1 returning 1', [organizationId]);
  return removed.length > 0;
};
