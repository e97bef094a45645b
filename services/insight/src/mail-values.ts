import { billingEvents, type DataOf, insightEvents, renewalEvents } from '@staycover/events';
import { type CalendarDate, type Currency, calendarDate } from '@staycover/kernel';
import { dateText, rateFormat } from '@staycover/print/format';
import type { z } from 'zod';
import type { MailNotice } from './domain/mail.ts';
import type { MailValues } from './domain/mail-template.ts';

/** What an event does not carry: where the console is, what the policy is called, and the day of the mail. */
type MailContext = { publicUrl: string; policyReference: string | null; today: CalendarDate };

type Notice = {
  type: string;
  example: unknown;
  /** The values that its template may use; undefined when the event is not as it should be. */
  readValues(data: unknown, context: MailContext): MailValues | undefined;
};

type Known = { type: string; data: z.ZodType; example: { data: unknown } };

const notice = <E extends Known>(
  event: E,
  values: (data: z.output<E['data']>, context: MailContext) => MailValues,
): Notice => ({
  type: event.type,
  example: event.example.data,
  readValues(data, context) {
    const read = event.data.safeParse(data);
    return read.success ? values(read.data as z.output<E['data']>, context) : undefined;
  },
});

const day = (text: string | null): string | null => text && dateText(calendarDate(text.slice(0, 10)));

const invoiceValues = (
  { organizationId, invoiceId, invoice }: DataOf<typeof billingEvents.invoicePastDue>,
  { publicUrl }: MailContext,
): MailValues => {
  const money = rateFormat(invoice.currency as Currency);
  return {
    organizationId,
    invoiceReference: invoice.invoiceReference,
    total: money(invoice.total),
    amountDue: money(invoice.amountDue),
    dueDate: day(invoice.dueDate),
    link: `${publicUrl}/invoices/${invoiceId}`,
  };
};

/** The values of each notice, from its event. */
export const mailValues: Readonly<Record<MailNotice, Notice>> = {
  RENEWAL_NOTICE: notice(renewalEvents.renewalNoticeDue, (data, { publicUrl, policyReference, today }) => ({
    organizationId: data.organizationId,
    policyReference,
    termEnd: day(data.termEnd),
    // Fewer where the mail is late; no more where a sandbox is ahead of the time here.
    daysBeforeTermEnd: String(Math.min(data.daysBeforeTermEnd, today.until(calendarDate(data.termEnd)).days)),
    newTermStart: day(data.renewal.newTermStart),
    newTermEnd: day(data.renewal.newTermEnd),
    link: `${publicUrl}/policies/${data.policyId}?view=renewals`,
  })),
  INVOICE_PAST_DUE: notice(billingEvents.invoicePastDue, invoiceValues),
  INVOICE_SUSPENDED: notice(billingEvents.invoiceSuspended, invoiceValues),
  WEBHOOK_DISABLED: notice(insightEvents.webhookEndpointDisabled, (data, { publicUrl }) => ({
    organizationId: data.organizationId,
    url: data.webhookEndpoint.url,
    failingSince: day(data.failingSince),
    link: `${publicUrl}/webhooks/${data.webhookEndpointId}`,
  })),
};

const NOTICES = new Map(
  Object.entries(mailValues).map(([name, { type }]): [string, MailNotice] => [type, name as MailNotice]),
);

/** What is mailed of an event that leaves its subject in this state. A paid invoice comes back as past due by another event. */
export const findNotice = (type: string, status: string | null | undefined): MailNotice | null =>
  type === billingEvents.invoiceReopened.type && status === 'PAST_DUE'
    ? 'INVOICE_PAST_DUE'
    : (NOTICES.get(type) ?? null);
