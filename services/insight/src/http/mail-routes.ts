import * as api from '@staycover/api';
import { inTransaction } from '@staycover/change';
import { handle, paginate, type Route } from '@staycover/http';
import { type Actor, assertOrganization, assertTransition, DomainError, isId } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { findContact, putContact, removeContact } from '../db/mail-contacts.ts';
import { findMail, listMails, type Mail, moveMail, refuseWaiting } from '../db/mails.ts';
import { mailDecisions } from '../domain/mail.ts';
import { contactResource, mailResource } from '../mail-wire.ts';

type Deps = Pick<Platform, 'database' | 'clock'>;

const load = async ({ database }: Deps, actor: Actor, id: string): Promise<Mail> => {
  const found = isId(id) ? await findMail(database, actor, id) : undefined;
  if (!found) throw DomainError.notFound('mail', id);
  return found;
};

/** Where mails go. */
const contactRoutes = ({ database, clock }: Deps, canSend: boolean): Route[] => [
  handle(api.getMailContact, async ({ actor, params: { organizationId } }) => {
    assertOrganization(actor, organizationId);
    const found = await findContact(database, organizationId);
    if (!found) throw DomainError.notFound('mail contact', organizationId);
    return { body: contactResource(found) };
  }),

  handle(api.putMailContact, async ({ actor, params: { organizationId }, body }) => {
    assertOrganization(actor, organizationId);
    if (!canSend) throw new DomainError('mail-not-configured', 'This platform sends no mails: SMTP_URL is not set.');
    const { email, notices = api.mailNotices } = body;
    const change = { organizationId, email, notices: [...new Set(notices)], by: actor.id, now: clock() };
    return { body: contactResource(await inTransaction(database, (tx) => putContact(tx, change))) };
  }),

  handle(api.deleteMailContact, async ({ actor, params: { organizationId } }) => {
    assertOrganization(actor, organizationId);
    const wasThere = await inTransaction(database, async (tx) => {
      await refuseWaiting(tx, organizationId);
      return removeContact(tx, organizationId);
    });
    if (!wasThere) throw DomainError.notFound('mail contact', organizationId);
    return { status: 204 };
  }),
];

/** Mails, and where they go. */
export const mailRoutes = (deps: Deps, canSend: boolean): Route[] => [
  ...contactRoutes(deps, canSend),

  handle(api.listMails, async ({ actor, query }) => {
    const { limit, cursor, order, ...filter } = query;
    if (filter.organizationId !== undefined) assertOrganization(actor, filter.organizationId);
    const found = await listMails(deps.database, actor, filter, { limit: limit + 1, after: cursor, order });
    const { page, headers } = paginate(found, '/api/mail', query, ({ id }) => id);
    return { body: page.map(mailResource), headers };
  }),

  handle(api.getMail, async ({ actor, params }) => {
    const mail = await load(deps, actor, params.id);
    return { body: mailResource(mail), allowed: { setMailStatus: mailDecisions[mail.status] } };
  }),

  handle(api.setMailStatus, async ({ actor, params, body: { status, reason = null } }) => {
    const mail = await load(deps, actor, params.id);
    if (mail.status === 'BOUNCED' && status === 'BOUNCED' && reason !== null) {
      await inTransaction(deps.database, (tx) => moveMail(tx, mail, status, reason));
    }
    if (mail.status !== status) {
      assertTransition('mail', mailDecisions, mail.status, status);
      const isMoved = await inTransaction(deps.database, (tx) => moveMail(tx, mail, status, reason));
      if (!isMoved) assertTransition('mail', mailDecisions, (await load(deps, actor, params.id)).status, status);
    }
    return { body: mailResource(await load(deps, actor, params.id)) };
  }),
];
