/** What was accepted of one deal and all that came after it; the oracle holds the database against it. */
export type Life = {
  crmDealId: string;
  organizationId: string;
  contractId?: string;
  policyId?: string;
  /** Properties with an acknowledged election. */
  elected: string[];
  rate?: number;
  invoiceId?: string;
  /** Descriptions of the fees that were added to the invoice. */
  fees: string[];
  paid?: boolean;
};
