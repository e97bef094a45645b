import { z } from 'zod';
import { idField, list, organizationId } from '../fields.ts';
import { Mail, MailContact, MailContactBody, MailQuery, MailStatusBody } from '../mail.ts';
import { allowedActions, guarded, nextPage, route, withBody } from '../route.ts';

const service = 'insight';
const params = z.object({ id: idField('mail') });
const contactParams = z.object({ organizationId });
const contact = { description: 'The contact', body: MailContact };

export const getMailContact = route({
  operationId: 'getMailContact',
  service,
  method: 'get',
  path: '/api/mail-contact/{organizationId}',
  summary: 'Read where mails to an organization go',
  role: 'read',
  params: contactParams,
  responses: { 200: contact },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const putMailContact = route({
  operationId: 'putMailContact',
  service,
  method: 'put',
  path: '/api/mail-contact/{organizationId}',
  summary: 'Set where mails to an organization go',
  description:
    'Events from now on cause mails. Those that wait already go to this address, too. Without a contact an organization gets no mails.',
  role: 'ops',
  params: contactParams,
  body: MailContactBody,
  responses: { 200: contact },
  problems: [...withBody, 'not-found', 'mail-not-configured', ...guarded],
});

export const deleteMailContact = route({
  operationId: 'deleteMailContact',
  service,
  method: 'delete',
  path: '/api/mail-contact/{organizationId}',
  summary: 'Stop mails to an organization',
  description: 'Mails that wait are refused.',
  role: 'ops',
  params: contactParams,
  responses: { 204: { description: 'It has no contact' } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const listMails = route({
  operationId: 'listMails',
  service,
  method: 'get',
  path: '/api/mail',
  summary: 'List mails',
  role: 'read',
  query: MailQuery,
  responses: { 200: { description: 'The mails', body: list(Mail, 1_000), headers: nextPage } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const getMail = route({
  operationId: 'getMail',
  service,
  method: 'get',
  path: '/api/mail/{id}',
  summary: 'Read a mail',
  role: 'read',
  params,
  responses: { 200: { description: 'The mail', body: Mail, headers: allowedActions } },
  problems: ['not-found', ...guarded],
});

export const setMailStatus = route({
  operationId: 'setMailStatus',
  service,
  method: 'patch',
  path: '/api/mail/{id}/status',
  summary: 'Send a mail again, or note that it came back',
  role: 'ops',
  params,
  body: MailStatusBody,
  responses: { 200: { description: 'The mail', body: Mail } },
  problems: [...withBody, 'not-found', 'invalid-transition', ...guarded],
});

export const mailRoutes = [
  getMailContact,
  putMailContact,
  deleteMailContact,
  listMails,
  getMail,
  setMailStatus,
] as const;
