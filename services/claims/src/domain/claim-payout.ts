/** What was paid out for a claim, or below 0 taken back, as the claim keeps and shows it. */
export type Payout = {
  id: string;
  amount: number;
  paidOn: string;
  payee: string | null;
  reference: string | null;
  /** The payout that it takes back. */
  reverses: string | null;
  recordedBy: string;
  recordedDate: string;
};

/** The default payout. */
export const emptyPayout: Payout = {
  id: '',
  amount: 0,
  paidOn: '',
  payee: null,
  reference: null,
  reverses: null,
  recordedBy: '',
  recordedDate: '',
};
