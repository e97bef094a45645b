import type { Database } from '@staycover/change';
import { businessDate, type Clock, calendarDate, lastInstant } from '@staycover/kernel';
import { type MailTemplates, templateFile } from '../adapters/mail-templates.ts';
import { findNewestInvoice } from '../db/events.ts';
import { findContact } from '../db/mail-contacts.ts';
import type { DueMail } from '../db/mails.ts';
import { findSubject } from '../db/search.ts';
import {
  type MailNotice,
  type MailOutcome,
  NO_CONTACT,
  NOT_WANTED,
  refused,
  type WrittenMail,
  whyNotNow,
} from '../domain/mail.ts';
import { fillTemplate } from '../domain/mail-template.ts';
import { mailValues } from '../mail-values.ts';

export type WritingDeps = { database: Database; clock: Clock; publicUrl: string; templates: MailTemplates };

type Data = { policyId?: string; termEnd?: string; invoiceId?: string; invoice?: { dueDate?: string | null } };

const parseData = (envelope: string): Data => (JSON.parse(envelope) as { data: Data }).data;

/** What an event carried; of an invoice as it is now. */
const readData = async (database: Database, organizationId: string, envelope: string): Promise<Data> => {
  const data = parseData(envelope);
  if (!data.invoiceId) return data;
  const newest = await findNewestInvoice(database, organizationId, data.invoiceId);
  return newest === undefined ? data : { ...data, invoice: parseData(newest).invoice! };
};

const dayIn = (text: string | null | undefined) => (text ? calendarDate(text) : null);

/** A mail that can be sent, or what becomes of one that cannot. */
type Writing = { mail: WrittenMail } | { outcome: MailOutcome };

const refuse = (reason: string): Writing => ({ outcome: refused(reason) });

/** Writes a mail by its template. */
export const writeMail = async (
  { database, clock, publicUrl, templates }: WritingDeps,
  { organizationId, notice, envelope, eventAt }: DueMail,
): Promise<Writing> => {
  const contact = await findContact(database, organizationId);
  if (!contact) return refuse(NO_CONTACT);
  if (!contact.notices.includes(notice)) return refuse(NOT_WANTED);
  if (envelope === null) return refuse('What the event carried is no longer kept.');
  const data = await readData(database, organizationId, envelope);
  const subjectId = data.invoiceId ?? data.policyId;
  const subject = subjectId ? await findSubject(database, organizationId, subjectId) : undefined;
  // In a sandbox events are ahead of the time here.
  const today = businessDate(lastInstant([clock(), eventAt]));
  const context = { publicUrl, policyReference: subject?.reference ?? null, today };
  const values = mailValues[notice].readValues(data, context);
  if (!values) return refuse('The event is not as this release knows it.');
  const days = { dueDate: dayIn(data.invoice?.dueDate), termEnd: dayIn(data.termEnd) };
  const notNow = whyNotNow(notice, { status: subject?.status ?? null, ...days }, today);
  if (notNow) return { outcome: notNow };
  const filled = fillTemplate(templates[notice], values);
  if ('missing' in filled) return { outcome: whyIncomplete(notice, filled.missing) };
  return { mail: { recipient: contact.email, ...filled } };
};

/** Each publisher has a stream of its own: an event may come before those of its policy, which have the reference. */
const whyIncomplete = (notice: MailNotice, missing: readonly string[]): MailOutcome =>
  missing.join() === 'policyReference'
    ? { kind: 'LATER', error: 'No event of the policy has come yet.' }
    : refused(`${templateFile(notice)} needs ${missing.join(', ')}, which the event does not have.`);
