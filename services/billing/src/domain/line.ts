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
  /** For `per` nights, where a line has them. */
  unitPrice: Rate;
  amount: Minor;
};

/** What a night was charged at: what has the same price is not charged anew. */
export type ChargedPrice = {
  unitPrice: Rate;
  /** For how many nights `unitPrice` is. */
  per: number;
  lossFundRate: Rate;
  stateCode: string | null;
  /** Billed before prices were compared: it keeps its price as long as it is covered. */
  fixed: boolean;
};

/** Somebody's adjustment. It has no order, so that it never feeds reserve splits. */
export type ManualLine = Charge & { manual: true; id: string };

/** A generated line before it has an id; `order` is null where it gets one of its own. */
export type LineDraft = Charge &
  ChargedPrice & {
    manual: false;
    parts: LineParts;
    /** Of all taxable parts. */
    tax: Minor;
    propertyId: string;
    propertyName: string | null;
    stayMonth: string;
    productLine: string | null;
    order: OrderRef | null;
    /** The line that charged these nights, of which this one takes back or restores the charge; null for a charge. */
    correctionOf: string | null;
    /** The invoice of that line. */
    correctsInvoiceId: string | null;
    nights: DateRange[];
    electionId: string | null;
    planId: string | null;
    rateSource: RateSource;
    rateTableVersion: number | null;
  };

/** The money of a generated line. */
export type LineMoney = { amount: Minor; parts: LineParts; tax: Minor };

/** An immutable line that fulfils an order. */
export type OrderLine = LineDraft & { id: string; order: OrderRef };

export type InvoiceLine = OrderLine | ManualLine;

export const isOrderLine = (line: InvoiceLine): line is OrderLine => !line.manual;
