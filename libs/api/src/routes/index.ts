import type { RouteContract } from '../route.ts';
import { auditRoutes } from './audit.ts';
import { claimsRoutes } from './claims.ts';
import { contractRoutes } from './contract.ts';
import { gatewayRoutes } from './gateway.ts';
import { insightRoutes } from './insight.ts';
import { invoiceRoutes } from './invoice.ts';
import { mailRoutes } from './mail.ts';
import { operationsRoutes } from './operations.ts';
import { paymentRoutes } from './payment.ts';
import { policyRoutes } from './policy.ts';
import { renewalRoutes } from './renewal.ts';
import { reportRoutes } from './report.ts';
import { summaryRoutes } from './summary.ts';
import { taxRoutes } from './tax.ts';
import { webhookEndpointRoutes } from './webhook-endpoint.ts';

export * from './audit.ts';
export * from './claims.ts';
export * from './contract.ts';
export * from './gateway.ts';
export * from './insight.ts';
export * from './invoice.ts';
export * from './line-item.ts';
export * from './mail.ts';
export * from './operations.ts';
export * from './payment.ts';
export * from './policy.ts';
export * from './policy-document.ts';
export * from './renewal.ts';
export * from './report.ts';
export * from './summary.ts';
export * from './tax.ts';
export * from './webhook-endpoint.ts';

/** Every route under /api. */
export const routes: readonly RouteContract[] = [
  ...policyRoutes,
  ...contractRoutes,
  ...invoiceRoutes,
  ...taxRoutes,
  ...paymentRoutes,
  ...renewalRoutes,
  ...claimsRoutes,
  ...gatewayRoutes,
  ...reportRoutes,
  ...summaryRoutes,
  ...insightRoutes,
  ...webhookEndpointRoutes,
  ...mailRoutes,
  ...operationsRoutes,
  ...auditRoutes,
];
