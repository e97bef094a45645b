import * as api from '@staycover/api';
import { inTransaction } from '@staycover/change';
import { handle, paginate, type Route } from '@staycover/http';
import { assertOrganization, DomainError } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { findContact, putContact, removeContact } from '../db/mail-contacts.ts';
import { listMails, loadMail, refuseWaiting } from '../db/mails.ts';
import { mailDecisions } from '../domain/mail.ts';
import { setMailStatus } from '../use-cases/set-mail-status.ts';
import { contactResource, mailResource } from '../wire/mails.ts';

type Deps = Pick<Platform, 'database' | 'clock'>;

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
    const mail = await loadMail(deps.database, actor, params.id);
    return { body: mailResource(mail), allowed: { setMailStatus: mailDecisions[mail.status] } };
  }),

  handle(api.setMailStatus, async ({ actor, params, body: { status, reason = null } }) => {
    const mail = await inTransaction(deps.database, (tx) => setMailStatus(tx, actor, params.id, { status, reason }));
    return { body: mailResource(mail) };
  }),
];
