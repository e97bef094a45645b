import * as api from '@staycover/api';
import { inTransaction, type Work } from '@staycover/change';
import { handle, paginate, type Route } from '@staycover/http';
import { type Actor, assertOrganization, assertTransition, DomainError, isId } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { findContact, putContact, removeContact } from '../db/mail-contacts.ts';
import { findMail, listMails, type Mail, moveMail, refuseWaiting } from '../db/mails.ts';
import { mailDecisions } from '../domain/mail.ts';
import { contactResource, mailResource } from '../mail-wire.ts';

type Deps = Pick<Platform, 'database' | 'clock'>;

const load = async (work: Work, actor: Actor, id: string): Promise<Mail> => {
  const found = isId(id) ? await findMail(work, actor, id) : undefined;
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
    const mail = await load(deps.database, actor, params.id);
    return { body: mailResource(mail), allowed: { setMailStatus: mailDecisions[mail.status] } };
  }),

  handle(api.setMailStatus, ({ actor, params, body: { status, reason = null } }) =>
    inTransaction(deps.database, async (tx) => {
      const mail = await load(tx, actor, params.id);
      const isSame = mail.status === status;
      if (!isSame) assertTransition('mail', mailDecisions, mail.status, status);
      if (!isSame || (status === 'BOUNCED' && reason !== null)) {
        const isMoved = await moveMail(tx, mail, status, reason);
        if (!isMoved && !isSame)
          assertTransition('mail', mailDecisions, (await load(tx, actor, params.id)).status, status);
      }
      return { body: mailResource(await load(tx, actor, params.id)) };
    }),
  ),
];
