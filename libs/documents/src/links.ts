import type { z } from 'zod';
import type { JsonSchema } from './types.ts';

type Follower = [operationId: string, parameter: string];

const ofPolicy: Follower[] = [
  ['getPolicy', 'id'],
  ['updatePolicy', 'id'],
  ['setPolicyStatus', 'id'],
  ['getCertificate', 'id'],
  ['getDeclarations', 'id'],
  ['generateInvoice', 'policyId'],
  ['listRenewals', 'policyId'],
];
const ofContract: Follower[] = [
  ['getContract', 'id'],
  ['updateContract', 'id'],
  ['setContractStatus', 'id'],
  ['listPolicies', 'contractId'],
];
const ofInvoice: Follower[] = [
  ['getInvoice', 'id'],
  ['explainInvoice', 'id'],
  ['getInvoiceDocument', 'id'],
  ['setInvoiceStatus', 'id'],
  ['sendInvoice', 'id'],
  ['addLineItem', 'id'],
  ['removeLineItem', 'id'],
];

/** What can be asked next, by the resource that came and the member of it that names it. */
const followers: Record<string, { member: string; operations: Follower[] }> = {
  Policy: { member: 'id', operations: ofPolicy },
  Contract: { member: 'id', operations: ofContract },
  DealResult: { member: 'id', operations: ofContract },
  Invoice: { member: 'id', operations: ofInvoice },
  RenewalRecord: { member: 'id', operations: [['setRenewalStatus', 'id']] },
  RenewalRun: { member: 'jobId', operations: [['getRenewalRun', 'jobId']] },
  Claim: { member: 'id', operations: [['getClaim', 'id']] },
};

/** The OpenAPI links of a response with this body: where its resource leads. A list has none, it may be empty. */
export const responseLinks = (body: z.ZodType): Record<string, JsonSchema> | undefined => {
  const found = followers[String(body.meta()?.id)];
  if (!found) return undefined;
  const value = `$response.body#/${found.member}`;
  return Object.fromEntries(
    found.operations.map(([operationId, parameter]) => [
      operationId,
      { operationId, parameters: { [parameter]: value } },
    ]),
  );
};
