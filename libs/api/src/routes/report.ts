import {
  AsOfQuery,
  ClaimsBordereauRow,
  LossFundRow,
  MonthQuery,
  PeriodQuery,
  PremiumBordereauRow,
  ReceivablesRow,
  reportSchema,
} from '../report.ts';
import { guarded, route } from '../route.ts';

const role = 'read';
const documents = ['text/csv'];
const problems = ['invalid-request', 'not-found', ...guarded] as const;
const both =
  'JSON, or CSV (RFC 4180) where `Accept` prefers text/csv; text that a spreadsheet would run gets an apostrophe.';

export const getPremiumBordereau = route({
  operationId: 'getPremiumBordereau',
  service: 'billing',
  method: 'get',
  path: '/api/report/premium-bordereau',
  summary: 'What was billed in a month, line by line',
  description: `By the day on which an invoice or credit note went out; a void takes its lines back on its own day. A past month does not change. ${both}`,
  role,
  query: MonthQuery,
  responses: { 200: { description: 'The bordereau', body: reportSchema(PremiumBordereauRow), documents } },
  problems,
});

export const getReceivables = route({
  operationId: 'getReceivables',
  service: 'billing',
  method: 'get',
  path: '/api/report/receivables',
  summary: 'What an organization owes at the end of a day, by age',
  description: both,
  role,
  query: AsOfQuery,
  responses: { 200: { description: 'The receivables, by currency', body: reportSchema(ReceivablesRow), documents } },
  problems,
});

export const getClaimsBordereau = route({
  operationId: 'getClaimsBordereau',
  service: 'claims',
  method: 'get',
  path: '/api/report/claims-bordereau',
  summary: 'The claims of a month',
  description: `Those that moved in it and those that were open at its end, as they were then. A past month does not change. ${both}`,
  role,
  query: MonthQuery,
  responses: { 200: { description: 'The bordereau', body: reportSchema(ClaimsBordereauRow), documents } },
  problems,
});

export const getLossFund = route({
  operationId: 'getLossFund',
  service: 'claims',
  method: 'get',
  path: '/api/report/loss-fund',
  summary: 'The loss funds of policies from one day to another',
  description: both,
  role,
  query: PeriodQuery,
  responses: {
    200: { description: 'The statement, by policy and currency', body: reportSchema(LossFundRow), documents },
  },
  problems,
});

export const reportRoutes = [getPremiumBordereau, getReceivables, getClaimsBordereau, getLossFund] as const;
