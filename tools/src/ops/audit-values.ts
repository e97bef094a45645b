import { majorFromMinor, numberFromRate } from '@staycover/kernel';

/** What a service records in ten thousandths of a major unit. */
const RATES = new Set(
  `rate_per_night rate_per_month rate_per_reservation loss_fund_rate_per_night rate_override_per_night base_rate_per_night
   previous_rate new_rate unit_price loss_fund_rate
   estimate_amount self_coverage insured_amount approved_amount reserve_amount paid_amount`.split(/\s+/),
);

/** What billing records in minor units of the currency: alone, or by what it is for. */
const AMOUNTS = new Set(
  `subtotal tax total refunded amount_paid amount_credited amount_written_off amount_refunded amount_disputed splits_published
   amount premium loss_fund partner_fee service_fee unallocated disputed lost subtotals_by_category open_on disputed_on disputes`.split(
    /\s+/,
  ),
);

export type Recorded = { service: string; column: string; currency: string | undefined };

/** A value of the audit trail as people write it: money in major units, everything else as it is recorded. */
export const shownValue = ({ service, column, currency }: Recorded, value: unknown): string => {
  if (RATES.has(column)) return JSON.stringify(inUnits(value, numberFromRate));
  if (service !== 'billing' || !AMOUNTS.has(column)) return JSON.stringify(value);
  if (currency !== undefined) return JSON.stringify(inUnits(value, (minor) => majorFromMinor(minor, currency)));
  return `${JSON.stringify(value)} in minor units`;
};

type Entry = Record<string, unknown>;

/** A number, numbers by what they are for, or disputes, each with both. */
const inUnits = (value: unknown, convert: (count: bigint) => number): unknown => {
  if (Number.isSafeInteger(value) || /^-?\d+$/.test(String(value))) return convert(BigInt(value as number | string));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((each: Entry) => ({
      ...each,
      amount: inUnits(each['amount'], convert),
      on: inUnits(each['on'], convert),
    }));
  return Object.fromEntries(Object.entries(value).map(([what, each]) => [what, inUnits(each, convert)]));
};
