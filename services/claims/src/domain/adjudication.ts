export type DenialReason =
  | 'NO_COVER'
  | 'OUTSIDE_STAY'
  | 'BELOW_MINIMUM'
  | 'EXCLUDED'
  | 'LIMIT_EXHAUSTED'
  | 'NOT_PROVEN'
  | 'DUPLICATE'
  | 'FRAUD'
  | 'OTHER';

/** What was decided about a claim, as the claim keeps and shows it. */
export type Adjudication = {
  outcome: 'APPROVE' | 'DENY';
  lossAmount: number | null;
  /** What of the loss counts against the limits. */
  insuredAmount: number;
  approvedAmount: number;
  denialReason: DenialReason | null;
  note: string | null;
  decidedBy: string;
  decidedDate: string;
};
