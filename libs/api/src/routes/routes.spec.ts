import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { problemSlugs, problems } from '../problems.ts';
import type { RouteContract } from '../route.ts';
import { routes, summaryRoutes } from './index.ts';

const asked = [
  'post /api/policy',
  'get /api/policy/{id}',
  'put /api/policy/{id}',
  'patch /api/policy/{id}/status',
  'post /api/policy/{id}/enroll',
  'get /api/contract/{id}',
  'put /api/contract/{id}',
  'patch /api/contract/{id}/status',
  'get /api/contract/organization/{organizationId}',
  'get /api/invoice/{id}',
  'post /api/invoice/generate/{policyId}',
  'patch /api/invoice/{id}/status',
  'post /api/invoice/{id}/send',
  'post /api/invoice/{id}/line-items',
  'delete /api/invoice/{id}/line-items/{index}',
  'get /api/renewal/policy/{policyId}',
  'get /api/renewal/upcoming',
  'post /api/reservation/lookup',
  'get /api/claim/{id}',
  'post /api/ai/followup',
  'post /api/webhook/crm/deal-closed',
];

const added = [
  'get /api/me',
  'get /api/events',
  'get /api/events/{id}',
  'get /api/timeline/{id}',
  'get /api/search',
  'get /api/organization',
  'post /api/webhook-endpoint',
  'get /api/webhook-endpoint',
  'get /api/webhook-endpoint/{id}',
  'put /api/webhook-endpoint/{id}',
  'patch /api/webhook-endpoint/{id}/status',
  'delete /api/webhook-endpoint/{id}',
  'post /api/webhook-endpoint/{id}/test',
  'post /api/webhook-endpoint/{id}/rotate-secret',
  'get /api/webhook-endpoint/{id}/attempts',
  'post /api/webhook-endpoint/{id}/replay',
  'get /api/mail-contact/{organizationId}',
  'put /api/mail-contact/{organizationId}',
  'delete /api/mail-contact/{organizationId}',
  'get /api/mail',
  'get /api/mail/{id}',
  'patch /api/mail/{id}/status',
  'get /api/tax-rate',
  'put /api/tax-rate/{stateCode}/{category}',
  'get /api/policy',
  'post /api/policy/{id}/correction',
  'get /api/policy/{id}/changes',
  'get /api/policy/{id}/certificate',
  'get /api/policy/{id}/declarations',
  'delete /api/policy/{id}/changes/{sequence}',
  'get /api/invoice',
  'post /api/reservation',
  'post /api/claim',
  'get /api/payment',
  'post /api/payment',
  'get /api/payment/{id}',
  'post /api/payment/{id}/reverse',
  'post /api/payment/{id}/refunds',
  'patch /api/payment/{id}/refunds/{refundId}',
  'get /api/account/{organizationId}',
  'get /api/account/{organizationId}/statement',
  'get /api/account/{organizationId}/entries',
  'get /api/claim',
  'put /api/claim/{id}',
  'patch /api/claim/{id}/status',
  'post /api/claim/{id}/decision',
  'put /api/claim/{id}/reserve',
  'post /api/claim/{id}/payouts',
  'get /api/report/premium-bordereau',
  'get /api/report/receivables',
  'get /api/report/claims-bordereau',
  'get /api/report/loss-fund',
  'get /api/renewal',
  'get /api/renewal/{id}',
  'post /api/renewal/process',
  'get /api/renewal/process/{jobId}',
  'patch /api/renewal/{id}/status',
  'post /api/webhook/payment/{provider}',
  'get /api/invoice/{id}/explain',
  'get /api/invoice/{id}/document',
  'get /api/policy/summary',
  'get /api/invoice/summary',
  'get /api/claim/summary',
  'get /api/ledger',
  'get /api/policy/{id}/enrollments',
  'get /api/invoice/{id}/line-items',
  'get /api/renewal/summary',
  'get /api/contract/{id}/audit',
  'get /api/policy/{id}/audit',
  'get /api/invoice/{id}/audit',
  'get /api/renewal/{id}/audit',
  'get /api/claim/{id}/audit',
  'get /api/ops/{service}/standing',
  'get /api/ops/{service}/dead-letters',
  'get /api/ops/{service}/dead-letters/{id}',
  'post /api/ops/{service}/dead-letters/{id}/replay',
  'post /api/ops/{service}/dead-letters/{id}/discard',
];

const named = routes.map((route) => [route.operationId, route] as const);

describe('routes', () => {
  it('are those of the interface and the additions to it', () => {
    const declared = routes.map((route) => `${route.method} ${route.path}`);
    expect(declared.toSorted()).toEqual([...asked, ...added].toSorted());
  });

  it('have different operation ids', () => {
    expect(new Set(routes.map((route) => route.operationId)).size).toBe(routes.length);
  });

  it.each(named)('%s declares exactly the parameters of its path', (_id, route) => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(inPath);
  });

  it.each(named)('%s declares known problems, each once', (_id, route) => {
    for (const slug of route.problems) expect(problems).toHaveProperty([slug]);
    expect(new Set(route.problems).size).toBe(route.problems.length);
  });

  it.each(named)('%s can be described', (_id, route) => {
    const answers = Object.values(route.responses).map((response) => response.body);
    const schemas = [route.body, route.query, route.params, ...answers].filter((schema) => schema !== undefined);
    const documents = schemas.map((schema) => z.toJSONSchema(schema, { io: 'input' }));
    expect(documents).toHaveLength(schemas.length);
  });

  it('ask for a role, except those that others call and the retired one', () => {
    const open = routes.filter((route) => route.role === 'none').map((route) => route.operationId);
    expect(open).toEqual([
      'enrollProperties',
      'receiveDeal',
      'receivePaymentEvent',
      'lookupReservation',
      'submitClaim',
    ]);
  });

  it.each([
    ['getPolicy', { id: 'no UUID at all' }, true],
    ['listContracts', { organizationId: 'acme' }, true],
    ['listContracts', { organizationId: 'a.b' }, false],
    ['removeLineItem', { id: 'x', index: '0' }, true],
    ['removeLineItem', { id: 'x', index: '-1' }, false],
    ['removeLineItem', { id: 'x', index: 'first' }, false],
  ])('%s accepts the parameters %p: %p', (operationId, params, accepted) => {
    const route = routes.find((candidate) => candidate.operationId === operationId);
    expect(route?.params?.safeParse(params).success).toBe(accepted);
  });

  it.each([
    ['listPolicies', {}, true],
    ['listPolicies', { status: 'ACTIVE', limit: '1000' }, true],
    ['listPolicies', { organizationId: 'acme', limit: '0' }, false],
    ['listPolicies', { organizationId: 'acme', limit: '1001' }, false],
    ['listInvoices', { status: 'OPEN' }, false],
    ['listClaims', { limit: '5', cursor: 'x' }, false],
    ['listClaims', { reservationReferenceId: 'RES-1' }, true],
    ['listUpcomingRenewals', { days: '0' }, true],
    ['listUpcomingRenewals', { days: 'soon' }, false],
    ['listUpcomingRenewals', { days: '366' }, false],
  ])('%s accepts the query %p: %p', (operationId, query, accepted) => {
    const route = routes.find((candidate) => candidate.operationId === operationId);
    expect(route?.query?.safeParse(query).success).toBe(accepted);
  });

  it('reject unknown query parameters where a wrong one would change the result: lists, generate, documents', () => {
    const isList = (body: z.ZodType) => z.toJSONSchema(body, { unrepresentable: 'any' }).type === 'array';
    const lists = routes.filter(({ responses }) => responses[200]?.body && isList(responses[200].body));
    const strict = routes.filter(({ query }) => query !== undefined && query.def.catchall === undefined);
    const ids = (some: readonly RouteContract[]) => some.map(({ operationId }) => operationId).toSorted();
    const documents = ['generateInvoice', 'getStatement', 'getCertificate', 'getDeclarations'];
    expect(ids(strict)).toEqual([...ids(lists), ...documents, ...ids(summaryRoutes)].toSorted());
    for (const route of strict) expect(route.problems).toContain('invalid-request');
  });

  it('look 30 days ahead for renewals by default', () => {
    const route = routes.find((candidate) => candidate.operationId === 'listUpcomingRenewals');
    expect(route?.query?.parse({})).toMatchObject({ days: 30 });
  });
});

describe('problems', () => {
  it('are named in kebab case and carry an error status', () => {
    for (const slug of problemSlugs) {
      expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(problems[slug].status).toBeGreaterThanOrEqual(400);
    }
  });
});
