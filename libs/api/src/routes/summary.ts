import { guarded, route } from '../route.ts';
import {
  ClaimSummary,
  InvoiceSummary,
  MonthsQuery,
  PolicySummary,
  RenewalSummary,
  ReserveLedger,
  SummaryQuery,
  WeeksQuery,
} from '../summary.ts';

const problems = ['invalid-request', 'not-found', ...guarded] as const;

export const getPolicySummary = route({
  operationId: 'getPolicySummary',
  service: 'policy',
  method: 'get',
  path: '/api/policy/summary',
  summary: 'Count policies by state',
  role: 'read',
  query: SummaryQuery,
  responses: { 200: { description: 'The counts', body: PolicySummary } },
  problems,
});

export const getInvoiceSummary = route({
  operationId: 'getInvoiceSummary',
  service: 'billing',
  method: 'get',
  path: '/api/invoice/summary',
  summary: 'What was billed by month, and what is due',
  role: 'read',
  query: MonthsQuery,
  responses: { 200: { description: 'The figures, by currency', body: InvoiceSummary } },
  problems,
});

export const getClaimSummary = route({
  operationId: 'getClaimSummary',
  service: 'claims',
  method: 'get',
  path: '/api/claim/summary',
  summary: 'Count claims by state, and what the loss funds held by month',
  role: 'read',
  query: MonthsQuery,
  responses: { 200: { description: 'The figures', body: ClaimSummary } },
  problems,
});

export const getRenewalSummary = route({
  operationId: 'getRenewalSummary',
  service: 'renewal',
  method: 'get',
  path: '/api/renewal/summary',
  summary: 'Count the terms that end, by week',
  role: 'read',
  query: WeeksQuery,
  responses: { 200: { description: 'The counts', body: RenewalSummary } },
  problems,
});

export const getLedger = route({
  operationId: 'getLedger',
  service: 'claims',
  method: 'get',
  path: '/api/ledger',
  summary: 'What the collected premium is for, and what the loss funds held by month',
  role: 'read',
  query: MonthsQuery,
  responses: { 200: { description: 'The figures, by currency', body: ReserveLedger } },
  problems,
});

export const summaryRoutes = [
  getPolicySummary,
  getInvoiceSummary,
  getClaimSummary,
  getLedger,
  getRenewalSummary,
] as const;
