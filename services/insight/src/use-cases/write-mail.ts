import type { Database } from '@staycover/change';
import { businessDate, type Clock, calendarDate, lastInstant } from '@staycover/kernel';
import { type MailTemplates, templateFile } from '../adapters/mail-templates.ts';
import { findNewestInvoice } from '../db/events.ts';
import { findContact } from '../db/mail-contacts.ts';
import type { DueMail } from '../db/mails.ts';
import { findSubject } from '../db/search.ts';
import {
  type MailOutcome,
  NO_CONTACT,
  NOT_WANTED,
  TERM_ENDED,
  type WrittenMail,
  waitUntilPastDue,
  whyPointless,
} from '../domain/mail.ts';
import { fillTemplate } from '../domain/mail-template.ts';
import { mailValues } from '../mail-values.ts';

export type WritingDeps = { database: Database; clock: Clock; publicUrl: string; templates: MailTemplates };

const refused = (error: string): MailOutcome => ({ kind: 'REFUSED', error });

/** Each publisher has a stream of its own: an event may come before those that it follows. */
const UNKNOWN_POLICY: MailOutcome = { kind: 'LATER', error: 'No event of the policy has come yet.' };

type Data = { policyId?: string; invoiceId?: string; invoice?: { dueDate?: string | null } };

const parseData = (envelope: string): Data => (JSON.parse(envelope) as { data: Data }).data;

/** What an event carried; of an invoice as it is now. */
const readData = async ({ database }: WritingDeps, organizationId: string, envelope: string): Promise<Data> => {
  const data = parseData(envelope);
  if (!data.invoiceId) return data;
  const newest = await findNewestInvoice(database, organizationId, data.invoiceId);
  return newest === undefined ? data : { ...data, invoice: parseData(newest).invoice! };
};

/** Writes a mail by its template, or returns why it cannot. */
export const writeMail = async (
  deps: WritingDeps,
  { organizationId, notice, envelope, eventAt }: DueMail,
): Promise<WrittenMail | MailOutcome> => {
  const { database, clock, publicUrl, templates } = deps;
  const contact = await findContact(database, organizationId);
  if (!contact) return refused(NO_CONTACT);
  if (!contact.notices.includes(notice)) return refused(NOT_WANTED);
  if (envelope === null) return refused('What the event carried is no longer kept.');
  const data = await readData(deps, organizationId, envelope);
  const subjectId = data.invoiceId ?? data.policyId;
  const subject = subjectId ? await findSubject(database, organizationId, subjectId) : undefined;
  const pointless = whyPointless(notice, subject?.status ?? null);
  if (pointless) return refused(pointless);
  // In a sandbox events are ahead of the time here.
  const today = businessDate(lastInstant([clock(), eventAt]));
  const context = { publicUrl, policyReference: subject?.reference ?? null, today };
  const values = mailValues[notice].readValues(data, context);
  if (!values) return refused('The event is not as this release knows it.');
  if (Number(values['daysBeforeTermEnd']) < 0) return refused(TERM_ENDED);
  const dueDate = notice === 'INVOICE_PAST_DUE' ? data.invoice?.dueDate : null;
  const early = dueDate && waitUntilPastDue(calendarDate(dueDate), today);
  if (early) return early;
  const filled = fillTemplate(templates[notice], values);
  if ('missing' in filled) {
    if (filled.missing.join() === 'policyReference') return UNKNOWN_POLICY;
    return refused(`${templateFile(notice)} needs ${filled.missing.join(', ')}, which the event does not have.`);
  }
  return { recipient: contact.email, ...filled };
};
