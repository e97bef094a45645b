import type { DateRange, Minor, Rate } from '@staycover/kernel';

export type LineCategory =
  | 'INSURANCE_PREMIUM'
  | 'LOSS_FUND'
  | 'SERVICE_FEE'
  | 'PARTNER_FEE'
  | 'TAX'
  | 'ADJUSTMENT'
  | 'CREDIT';

export type RateSource = 'OVERRIDE' | 'RATE_TABLE' | 'POLICY' | 'ORDER';

/** The order that a generated line fulfils. */
export type OrderRef = { orderId: string; orderLineId: string; orderReference: string };

/** Where the money of a generated line goes; the parts sum to its amount. */
export type LineParts = { premium: Minor; lossFund: Minor; partnerFee: Minor; serviceFee: Minor };

type Charge = {
  category: LineCategory;
  description: string;
  /** Nights; negative in a credit; 1 for a manual line. */
  quantity: number;
  unitPrice: Rate;
  amount: Minor;
};

/** Somebody's adjustment. It has no order, so that it never feeds reserve splits. */
export type ManualLine = Charge & { manual: true; id: string };

/** A generated line before it has an id; `order` is null where it gets one of its own. */
export type LineDraft = Charge & {
  manual: false;
  parts: LineParts;
  propertyId: string;
  propertyName: string | null;
  stayMonth: string;
  stateCode: string | null;
  productLine: string | null;
  order: OrderRef | null;
  /** The line that charged these nights, of which this one takes back or restores the charge; null for a charge. */
  correctionOf: string | null;
  nights: DateRange[];
  electionId: string | null;
  planId: string | null;
  rateSource: RateSource;
  rateTableVersion: number | null;
  lossFundRate: Rate;
};

/** An immutable line that fulfils an order. */
export type OrderLine = LineDraft & { id: string; order: OrderRef };

export type InvoiceLine = OrderLine | ManualLine;

export const isOrderLine = (line: InvoiceLine): line is OrderLine => !line.manual;
