import type { MailContact as MailContactResource, Mail as MailResource } from '@staycover/api';
import { timestamp } from '@staycover/kernel';
import type { MailContact } from '../db/mail-contacts.ts';
import type { Mail } from '../db/mails.ts';

const moment = (instant: Temporal.Instant | null): string | null => instant && timestamp(instant);

/** The mail as the interface shows it. */
export const mailResource = ({ failedAt: _failedAt, ...mail }: Mail): MailResource => ({
  ...mail,
  dueAt: moment(mail.dueAt),
  eventAt: timestamp(mail.eventAt),
  sentAt: moment(mail.sentAt),
});

/** The contact as the interface shows it. */
export const contactResource = ({ notices, lastModifiedDate, ...contact }: MailContact): MailContactResource => ({
  ...contact,
  notices: [...notices],
  lastModifiedDate: timestamp(lastModifiedDate),
});
