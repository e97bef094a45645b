import { z } from 'zod';
import * as f from './fields.ts';
import { idCursor, orderedPaging } from './list.ts';
import { personal } from './personal-data.ts';
import { component } from './rules.ts';

export const mailNotices = ['RENEWAL_NOTICE', 'INVOICE_PAST_DUE', 'INVOICE_SUSPENDED', 'WEBHOOK_DISABLED'] as const;
export const mailStatuses = ['WAITING', 'SENDING', 'SENT', 'UNKNOWN', 'REFUSED', 'BOUNCED'] as const;

const MailNotice = z.enum(mailNotices).meta({ id: 'MailNotice', description: 'What a mail is about' });
const MailStatus = z.enum(mailStatuses).meta({
  id: 'MailStatus',
  description:
    'WAITING: it will be sent, or sent again. SENDING: its text is being sent. SENT: the mail server accepted it. UNKNOWN: the text was sent, but no answer came. REFUSED: it is not sent, see `error`. BOUNCED: an operator noted that it came back',
});

const notices = z.array(MailNotice).max(mailNotices.length).meta({ description: 'Of what it gets mails' });

export const MailContact = component(
  z.object({
    organizationId: f.organizationId,
    ...personal({ email: f.longText }),
    notices,
    lastModifiedBy: f.longText,
    lastModifiedDate: f.timestamp,
    version: z.int().min(1),
  }),
  {
    id: 'MailContact',
    description: 'Where mails to an organization go',
    example: {
      organizationId: 'acme-stays',
      email: 'dana.reyes@acme-stays.example',
      notices: [...mailNotices],
      lastModifiedBy: 'dana',
      lastModifiedDate: '2026-11-20T09:30:00.000Z',
      version: 1,
    },
  },
);
export type MailContact = z.infer<typeof MailContact>;

export const MailContactBody = component(z.object({ ...personal({ email: f.email }), notices: notices.optional() }), {
  id: 'MailContactBody',
  description: 'Where mails to an organization go; all notices without `notices`',
  example: { email: 'dana.reyes@acme-stays.example', notices: ['RENEWAL_NOTICE', 'INVOICE_PAST_DUE'] },
});

export const Mail = component(
  z.object({
    id: f.uuid.meta({ description: 'That of its event: of each event there is one mail at most' }),
    organizationId: f.organizationId,
    notice: MailNotice,
    status: MailStatus,
    ...personal({ recipient: f.longText.nullable().meta({ description: 'null: it was not tried yet' }) }),
    subject: f.longText.nullable(),
    text: f.longText.nullable(),
    attempts: z.int().min(0),
    error: f.longText.nullable().meta({ description: 'Why the last attempt failed' }),
    dueAt: f.timestamp.nullable().meta({ description: 'When it is tried next' }),
    eventAt: f.timestamp,
    sentAt: f.timestamp.nullable(),
  }),
  {
    id: 'Mail',
    description: 'A mail to an organization about an event',
    example: {
      id: '01a1f84a-95ca-74d0-85fb-48b92136c7d3',
      organizationId: 'acme-stays',
      notice: 'INVOICE_PAST_DUE',
      status: 'SENT',
      recipient: 'dana.reyes@acme-stays.example',
      subject: 'Invoice INV-2026-000001 is past due',
      text: 'Hello,\n\ninvoice INV-2026-000001 was due on December 20, 2026.',
      attempts: 1,
      error: null,
      dueAt: null,
      eventAt: '2026-12-21T06:00:00.000Z',
      sentAt: '2026-12-21T06:00:01.250Z',
    },
  },
);
export type Mail = z.infer<typeof Mail>;

export const MailStatusBody = component(
  z.object({
    status: z.enum(['WAITING', 'BOUNCED']).meta({ description: 'WAITING sends it again; BOUNCED: it came back' }),
    reason: f.description.optional().meta({ description: 'The text of the bounce' }),
  }),
  { id: 'MailStatusBody', description: 'What a person decides of a mail', example: { status: 'WAITING' } },
);
export type MailStatusBody = z.infer<typeof MailStatusBody>;

export const MailQuery = z.object({
  organizationId: f.organizationId.optional(),
  status: MailStatus.optional().describe('Only mails in this state'),
  ...orderedPaging(idCursor),
});
