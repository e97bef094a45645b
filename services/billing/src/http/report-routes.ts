import { getPremiumBordereau, getReceivables, PremiumBordereauRow, ReceivablesRow } from '@staycover/api';
import { handle, type Route, reportAnswer } from '@staycover/http';
import { assertOrganization, businessDate, calendarDate, majorFromMinor } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { readPayer } from '../db/payers.ts';
import { type Aged, agedReceivables, type BilledLine, billedLines } from '../db/reports.ts';

/** Reports on billed and owed amounts for insurers. */
export const reportRoutes = ({ database, clock }: Platform): Route[] => [
  handle(getPremiumBordereau, async ({ actor, query: { organizationId, month }, header }) => {
    assertOrganization(actor, organizationId);
    const start = calendarDate(`${month}-01`);
    const { name: insuredName } = await readPayer(database, organizationId);
    const asked = { organizationId, insuredName, start: start.toString(), end: start.add({ months: 1 }).toString() };
    const read = billedLines(database, asked);
    return reportAnswer({ schema: PremiumBordereauRow, read, show: premiumRow }, header('accept'));
  }),

  handle(getReceivables, async ({ actor, query: { organizationId, asOf }, header }) => {
    assertOrganization(actor, organizationId);
    const read = agedReceivables(database, organizationId, asOf ?? businessDate(clock()).toString());
    return reportAnswer({ schema: ReceivablesRow, read, show: receivablesRow }, header('accept'));
  }),
];

const premiumRow = (line: BilledLine): PremiumBordereauRow => {
  const major = (minor: string): number => majorFromMinor(BigInt(minor), line.currency);
  return {
    transactionDate: line.transaction_date,
    invoiceReference: line.invoice_reference,
    orderLineId: line.order_line_id,
    type: line.type,
    insuredName: line.insured_name,
    policyReference: line.policy_reference,
    propertyId: line.property_id,
    propertyName: line.property_name,
    stateCode: line.state_code,
    stayMonth: line.stay_month,
    nights: line.nights,
    premium: major(line.premium),
    lossFund: major(line.loss_fund),
    partnerFee: major(line.partner_fee),
    serviceFee: major(line.service_fee),
    tax: major(line.tax),
    collected: major(line.collected),
    currency: line.currency,
  };
};

const receivablesRow = ({ currency, ...amounts }: Aged): ReceivablesRow => {
  const major = (minor: string): number => majorFromMinor(BigInt(minor), currency);
  return {
    currency,
    notDue: major(amounts.not_due),
    days30: major(amounts.days30),
    days60: major(amounts.days60),
    days90: major(amounts.days90),
    over90: major(amounts.over90),
    disputed: major(amounts.disputed),
    held: major(amounts.held),
    openRefunds: major(amounts.open_refunds),
    balance: major(amounts.balance),
  };
};
