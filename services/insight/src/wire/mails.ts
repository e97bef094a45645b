import type { MailContact as MailContactResource, Mail as MailResource } from '@staycover/api';
import { timestamp, timestampIfAny } from '@staycover/kernel';
import type { MailContact } from '../db/mail-contacts.ts';
import type { Mail } from '../db/mails.ts';

/** The mail as the interface shows it. */
export const mailResource = ({ failedAt: _failedAt, ...mail }: Mail): MailResource => ({
  ...mail,
  dueAt: timestampIfAny(mail.dueAt),
  eventAt: timestamp(mail.eventAt),
  sentAt: timestampIfAny(mail.sentAt),
});

/** The contact as the interface shows it. */
export const contactResource = ({ notices, lastModifiedDate, ...contact }: MailContact): MailContactResource => ({
  ...contact,
  notices: [...notices],
  lastModifiedDate: timestamp(lastModifiedDate),
});
