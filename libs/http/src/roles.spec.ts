import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  isRoleList,
  type RouteContract,
  routes,
  schemaExample,
  UpdateContractBody,
  UpdatePolicyBody,
} from '@staycover/api';
import { everyRole, type Role } from '@staycover/kernel';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { handle } from './route.ts';

const json = { 'content-type': 'application/json' };
const everybody = [...everyRole, 'without a role'];

/** Which roles each route lets in. */
const expected: Record<string, readonly string[]> = {
  createPolicy: ['underwrite'],
  listPolicies: ['read'],
  getPolicy: ['read'],
  updatePolicy: ['write', 'underwrite'],
  setPolicyStatus: ['underwrite'],
  correctPolicy: ['underwrite'],
  listPolicyChanges: ['read'],
  withdrawPolicyChange: ['underwrite'],
  getCertificate: ['read'],
  getDeclarations: ['read'],
  enrollProperties: everybody,
  getContract: ['read'],
  updateContract: ['write', 'underwrite'],
  setContractStatus: ['underwrite'],
  listContracts: ['read'],
  receiveDeal: everybody,
  listPayments: ['read'],
  getPayment: ['read'],
  receivePayment: ['finance'],
  reversePayment: ['finance'],
  refundPayment: ['finance'],
  setRefundReason: ['finance'],
  getMe: everyRole,
  getAccount: ['read'],
  getStatement: ['read'],
  listAccountEntries: ['read'],
  listInvoices: ['read'],
  getInvoice: ['read'],
  explainInvoice: ['read'],
  getInvoiceDocument: ['read'],
  listTaxRates: ['read'],
  putTaxRate: ['ops'],
  generateInvoice: ['finance'],
  setInvoiceStatus: ['finance'],
  sendInvoice: ['finance'],
  addLineItem: ['finance'],
  removeLineItem: ['finance'],
  receivePaymentEvent: everybody,
  listAllRenewals: ['read'],
  getRenewal: ['read'],
  listRenewals: ['read'],
  listUpcomingRenewals: ['read'],
  processRenewals: ['underwrite'],
  getRenewalRun: ['read'],
  setRenewalStatus: ['underwrite'],
  stateReservation: ['write'],
  lookupReservation: everybody,
  submitClaim: everybody,
  listClaims: ['read'],
  getClaim: ['read'],
  updateClaim: ['write'],
  decideClaim: ['adjust'],
  setClaimReserve: ['adjust'],
  addClaimPayout: ['adjust'],
  setClaimStatus: ['write', 'adjust'],
  assessFollowup: ['write'],
  getPremiumBordereau: ['read'],
  getReceivables: ['read'],
  getClaimsBordereau: ['read'],
  getLossFund: ['read'],
  getPolicySummary: ['read'],
  getInvoiceSummary: ['read'],
  getClaimSummary: ['read'],
  getLedger: ['read'],
  listEnrollments: ['read'],
  listLineItems: ['read'],
  getRenewalSummary: ['read'],
  getMailContact: ['read'],
  putMailContact: ['ops'],
  deleteMailContact: ['ops'],
  listMails: ['read'],
  getMail: ['read'],
  setMailStatus: ['ops'],
  listEvents: ['read'],
  getEvent: ['read'],
  getTimeline: ['read'],
  search: ['read'],
  listOrganizations: ['read'],
  createWebhookEndpoint: ['ops'],
  listWebhookEndpoints: ['read'],
  getWebhookEndpoint: ['read'],
  updateWebhookEndpoint: ['ops'],
  setWebhookEndpointStatus: ['ops'],
  deleteWebhookEndpoint: ['ops'],
  testWebhookEndpoint: ['ops'],
  rotateWebhookSecret: ['ops'],
  listWebhookAttempts: ['read'],
  replayWebhookEvents: ['ops'],
  getContractAudit: ['read'],
  getPolicyAudit: ['read'],
  getInvoiceAudit: ['read'],
  getRenewalAudit: ['read'],
  getClaimAudit: ['read'],
  getStanding: ['ops'],
  listDeadLetters: ['ops'],
  getDeadLetter: ['ops'],
  replayDeadLetter: ['ops'],
  discardDeadLetter: ['ops'],
};

let server: Server;
let handled = 0;

beforeAll(async () => {
  server = createServer(
    createApp({
      publicUrl: 'http://localhost',
      logger: pino({ level: 'silent' }),
      routes: routes.map((contract) => handle(contract, async () => ({ body: { handled: ++handled } }))),
      authenticate: async ({ authorization = '' }) => ({
        id: 'dana',
        organizations: ['acme'],
        roles: everyRole.filter((role) => authorization.split(' ').includes(role)),
      }),
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const queries = [
  ['/statement', '?currency=USD&from=2026-11-01&to=2026-11-30'],
  ['/report/receivables', '?organizationId=acme'],
  ['/report/loss-fund', '?organizationId=acme&from=2026-11-01&to=2026-11-30'],
  ['/report/', '?organizationId=acme&month=2026-11'],
  ['/search', '?q=acme'],
] as const;

const send = async (held: string, { method, path }: Pick<RouteContract, 'method' | 'path'>, body?: unknown) => {
  const { port } = server.address() as AddressInfo;
  const query = queries.find(([part]) => path.includes(part))?.[1] ?? '';
  const url = `http://127.0.0.1:${port}${path
    .replace(/{(index|sequence)}/, '1')
    .replace('{service}', 'billing')
    .replace('{category}', 'INSURANCE_PREMIUM')
    .replaceAll(/\{\w+\}/g, 'acme')}${query}`;
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(url, { method: method.toUpperCase(), headers: { ...json, authorization: held }, ...sent });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
};

/** The documented example; nothing at all where the role depends on the members. */
const bodyFor = ({ body, rawBody, role }: RouteContract): unknown =>
  rawBody || (typeof role === 'object' && !isRoleList(role)) ? {} : body && schemaExample(body);

test('the table has every route', () => {
  expect(Object.keys(expected).toSorted()).toEqual(routes.map(({ operationId }) => operationId).toSorted());
});

describe.each(routes.map((route) => [route.operationId, route] as const))('%s', (operationId, route) => {
  test.each(everybody)('with the role %s alone', async (held) => {
    const before = handled;
    const { status, body } = await send(held, route, bodyFor(route));
    const isLetIn = expected[operationId]!.includes(held);
    expect({ status, handled: handled - before }).toEqual(
      isLetIn ? { status: 200, handled: 1 } : { status: 403, handled: 0 },
    );
    if (!isLetIn) expect(body).toMatchObject({ title: 'Forbidden', requiredRoles: expected[operationId] });
  });
});

const override = { scopeType: 'ORGANIZATION', action: 'INCLUDE', rateOverridePerNight: 0.01 };

const policyMembers: Record<keyof UpdatePolicyBody, [Role, unknown]> = {
  name: ['write', 'Beach houses'],
  partnerPolicyId: ['write', 'P-1'],
  onboardingSource: ['write', 'CRM'],
  additionalInsureds: ['write', [{ name: 'Palm Coast Lending LLC' }]],
  coverageElections: ['write', [{ scopeType: 'ORGANIZATION', action: 'INCLUDE' }]],
  effectiveFrom: ['underwrite', '2026-12-01'],
  contractId: ['underwrite', 'C-1'],
  coverage: ['underwrite', { deductible: 0 }],
  ratePerNight: ['underwrite', 0.01],
  ratePerMonth: ['underwrite', 1],
  ratePerReservation: ['underwrite', 1],
  lossFundRatePerNight: ['underwrite', 0],
  billingFrequency: ['underwrite', 'ANNUAL'],
  rateTableVersions: ['underwrite', []],
  eligibilityOverrides: ['underwrite', {}],
  termStart: ['underwrite', '2026-01-01'],
  termEnd: ['underwrite', '2030-01-01'],
  autoRenew: ['underwrite', false],
  productId: ['underwrite', 'x'],
  productCode: ['underwrite', 'x'],
  planId: ['underwrite', 'x'],
  appliesTo: ['underwrite', 'x'],
  supportedStates: ['underwrite', ['FL']],
  supportedCountries: ['underwrite', ['US']],
  excludedPropertyTypes: ['underwrite', []],
  coveredCategories: ['underwrite', []],
  minNights: ['underwrite', 1],
  maxNights: ['underwrite', null],
  categoryExclusions: ['underwrite', []],
  selectedSelfCoverage: ['underwrite', null],
  pricingSource: ['underwrite', 'FLAT'],
  productLine: ['underwrite', 'x'],
};

const contractMembers: Record<keyof UpdateContractBody, [Role, unknown]> = {
  legalBusinessName: ['write', 'Acme LLC'],
  legalRegisteredAddress: ['write', null],
  signatoryName: ['write', 'Dana Reyes'],
  signatoryEmail: ['write', 'dana@acme.example'],
  signatoryTitle: ['write', 'CEO'],
  notes: ['write', 'x'],
  effectiveDate: ['underwrite', '2026-01-01'],
  expirationDate: ['underwrite', '2030-01-01'],
  termMonths: ['underwrite', 1],
  autoRenew: ['underwrite', false],
  renewalTermMonths: ['underwrite', 1],
  cancellationNoticeDays: ['underwrite', 0],
  bookingCoverageScope: ['underwrite', 'ALL_BOOKINGS'],
  contractDocumentUrl: ['underwrite', 'https://acme.example/contract.pdf'],
  contractSigningProvider: ['underwrite', 'x'],
  contractSigningId: ['underwrite', 'x'],
  signedDate: ['underwrite', '2026-01-01'],
  pricingTier: ['underwrite', 'FREE'],
  baseRatePerNight: ['underwrite', 0],
  currency: ['underwrite', 'JPY'],
  customTerms: ['underwrite', []],
};

describe.each([
  ['policy', '/api/policy/{id}', policyMembers, UpdatePolicyBody],
  ['contract', '/api/contract/{id}', contractMembers, UpdateContractBody],
] as const)('a change of a %s', (_resource, path, members, schema) => {
  const put = { method: 'put', path } as const;

  test('has a role for every member', () => {
    expect(Object.keys(members).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  test.each(Object.entries(members))('of %s', async (member, [required, value]) => {
    for (const held of ['write', 'underwrite'] as const) {
      const before = handled;
      const { status, headers, body } = await send(held, put, { [member]: value });
      expect({ status, handled: handled - before }).toEqual(
        held === required ? { status: 200, handled: 1 } : { status: 403, handled: 0 },
      );
      if (held === required) continue;
      expect(body).toMatchObject({ members: [`/${member}`], requiredRoles: [required] });
      expect(headers.get('www-authenticate')).toContain(`scope="${required}"`);
    }
  });

  test('of everything is refused by the members that the role does not cover, and with both roles is not', async () => {
    const all = Object.fromEntries(Object.entries(members).map(([member, [, value]]) => [member, value]));
    const beyond = Object.keys(members).filter((member) => members[member as keyof typeof members][0] !== 'write');
    const { body } = await send('write', put, all);
    expect([...(body['members'] as string[])].toSorted()).toEqual(beyond.map((member) => `/${member}`).toSorted());
    expect(await send('write underwrite', put, all)).toMatchObject({ status: 200 });
  });
});

describe('the rate of an election', () => {
  const put = { method: 'put', path: '/api/policy/{id}' } as const;
  const plain = { scopeType: 'PROPERTY', scopeId: 'p-1', action: 'INCLUDE' };

  test.each([0.01, null])('is a price, also when it is %p', async (rateOverridePerNight) => {
    const body = { coverageElections: [plain, { ...override, rateOverridePerNight }] };
    expect(await send('write', put, body)).toMatchObject({
      status: 403,
      body: {
        detail: '/coverageElections/1/rateOverridePerNight needs the role underwrite.',
        members: ['/coverageElections/1/rateOverridePerNight'],
        requiredRoles: ['underwrite'],
      },
    });
    expect(await send('write underwrite', put, body)).toMatchObject({ status: 200 });
  });

  test('is named a hundred times at most', async () => {
    const coverageElections = Array.from({ length: 150 }, (_, i) => ({ ...override, electionId: `el-${i}` }));
    const { body } = await send('write', put, { coverageElections });
    expect(body['members']).toHaveLength(100);
    expect(body['detail']).toContain('(and 149 more)');
  });
});
