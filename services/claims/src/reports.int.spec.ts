import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ClaimsBordereauRow, type LossFundRow, ReserveLedger } from '@staycover/api';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { migrate } from '@staycover/db';
import { billingEvents, type DataOf } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, type TestService } from '@staycover/testing';
import { migrations } from './db/migrations/index.ts';
import { claimsOn } from './testing/claims.ts';
import { nightCover, startPolicyCover } from './testing/policy-cover.ts';
import { startClaims } from './testing/service.ts';

let t: TestService;
let policies: Awaited<ReturnType<typeof startPolicyCover>>;
let organizationId: string;
const clock = fakeClock('2026-11-20T09:30:00Z');
const { stay, submit, move, post, put } = claimsOn(() => t);

beforeAll(async () => {
  t = await startClaims({ clock });
  policies = await startPolicyCover(t.nats);
});
beforeEach(() => {
  clock.set('2026-11-20T09:30:00Z');
  organizationId = `org-${newId()}`;
});
afterAll(async () => {
  await policies?.stop();
  await t?.stop();
});

const policy = nightCover({ selectedSelfCoverage: null });

const submitClaim = async (changes: object = {}): Promise<string> => {
  const { reservationReferenceId } = await stay({ organizationId, propertyId: policies.property(policy) });
  const { body } = await submit({ organizationId, reservationReferenceId, estimateAmount: 1_000, ...changes });
  return body.id;
};

const decided = async (id: string, body: object = { outcome: 'APPROVE' }) => {
  await move(id, 'UNDER_REVIEW');
  expect((await post(`/api/claim/${id}/decision`, body)).status).toBe(200);
};
const pay = (id: string, amount: number, more: object = {}) =>
  post(`/api/claim/${id}/payouts`, { amount, payee: 'Acme Stays LLC', ...more });

const bordereau = async (month: string): Promise<ClaimsBordereauRow[]> =>
  (await t.http.get(`/api/report/claims-bordereau?organizationId=${organizationId}&month=${month}`)).body;
const funds = async (from: string, to: string): Promise<LossFundRow[]> =>
  (await t.http.get(`/api/report/loss-fund?organizationId=${organizationId}&from=${from}&to=${to}`)).body;

const collect = async (lossFundCents: number) => {
  const split = {
    orderId: newId(),
    orderLineId: newId(),
    propertyName: 'Beach House',
    stayMonth: '2026-11',
    premiumCents: Math.sign(lossFundCents) * 100_000,
    lossFundCents,
    partnerCents: 0,
    serviceCostCents: 0,
    totalCents: Math.sign(lossFundCents) * 100_000 + lossFundCents,
  };
  const id = await t.events.publish(billingEvents.reserveSplit, {
    ...(billingEvents.reserveSplit.example.data as DataOf<typeof billingEvents.reserveSplit>),
    organizationId,
    policyId: policy.policyId,
    splits: [split],
    totalCents: split.totalCents,
  });
  await eventually(
    'the split',
    async () => (await t.sql('select 1 from posting where source_event_id = $1', [id])).length > 0,
  );
};

describe('the claims bordereau', () => {
  test('has what moved in the month or was open at its end, as it was then; a past month does not change', async () => {
    clock.set('2026-11-20T09:30:00Z');
    const [paid, open, denied] = [
      await submitClaim(),
      await submitClaim({ category: 'ELECTRONICS' }),
      await submitClaim(),
    ];
    await submitClaim({ draft: true });
    await decided(denied, { outcome: 'DENY', denialReason: 'NOT_PROVEN' });
    await decided(paid);
    await pay(paid, 300);
    const november = await bordereau('2026-11');
    expect(november.map(({ status, paidThisMonth, paidToDate }) => [status, paidThisMonth, paidToDate])).toEqual([
      ['APPROVED', 300, 300],
      ['SUBMITTED', 0, 0],
      ['DENIED', 0, 0],
    ]);
    expect(november[0]).toMatchObject({
      dateOfLoss: '2026-11-13',
      dateNotified: '2026-11-20',
      dateDecided: '2026-11-20',
      policyReference: 'POL-2026-000123',
      lossAmount: 1_000,
      deductible: 250,
      approvedAmount: 750,
      reserveOutstanding: 450,
      currency: 'USD',
    });
    expect(november[2]).toMatchObject({ denialReason: 'NOT_PROVEN', reserveOutstanding: 0 });

    clock.set('2026-12-02T10:00:00Z');
    await pay(paid, 450, { paidOn: '2026-11-28' });
    await put(open, { estimateAmount: 650, damageDate: '2026-11-12' });
    expect(await bordereau('2026-11')).toEqual(november);
    expect(
      (await bordereau('2026-12')).map((row) => [row.status, row.paidThisMonth, row.paidToDate, row.lossAmount]),
    ).toEqual([
      ['SUBMITTED', 0, 0, 650],
      ['PAID', 450, 750, 1_000],
    ]);
    expect((await bordereau('2027-01')).map(({ status }) => status)).toEqual(['SUBMITTED']);
    expect(await bordereau('2026-10')).toEqual([]);
  });

  test('has a claim that was closed again when it moves, and not when it is only described in other words', async () => {
    const id = await submitClaim();
    const close = async () => {
      await decided(id, { outcome: 'DENY', denialReason: 'NOT_PROVEN' });
      expect((await move(id, 'CLOSED')).status).toBe(200);
    };
    await close();
    const november = await bordereau('2026-11');
    expect(november).toMatchObject([{ status: 'CLOSED', dateDecided: '2026-11-20' }]);
    clock.set('2026-12-02T10:00:00Z');
    expect((await put(id, { category: 'FURNITURE' })).status).toBe(200);
    expect(await bordereau('2026-12')).toEqual([]);
    clock.set('2027-01-10T10:00:00Z');
    await close();
    expect(await bordereau('2027-01')).toMatchObject([
      { status: 'CLOSED', category: 'FURNITURE', dateDecided: '2027-01-10' },
    ]);
    expect([await bordereau('2026-11'), await bordereau('2026-12')]).toEqual([november, []]);
  });

  test('has a claim that was withdrawn, but no draft that was', async () => {
    clock.set('2026-11-20T09:30:00Z');
    const [claim, draft] = [await submitClaim(), await submitClaim({ draft: true })];
    await move(claim, 'WITHDRAWN');
    await move(draft, 'WITHDRAWN');
    const { claimReference } = (await t.http.get(`/api/claim/${claim}`)).body;
    expect(await bordereau('2026-11')).toMatchObject([{ claimReference, status: 'WITHDRAWN' }]);
  });

  test('keeps cells from being run, and is RFC 4180', async () => {
    const categories = ['=HYPERLINK("http://evil")', '+1', '-2+3', '@SUM(A1)', '＝1+1', 'a;=1+1', 'a,b\n"c"'];
    for (const category of categories) await submitClaim({ category });
    const path = `/api/report/claims-bordereau?organizationId=${organizationId}&month=2026-11`;
    const { headers, body: text } = await t.http.raw('GET', path, undefined, { accept: 'text/csv' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head, ...lines] = (text as string).trimEnd().split('\r\n');
    expect(head).toBe(
      'dateOfLoss,dateNotified,dateDecided,claimReference,policyReference,coverageType,category,status,lossAmount,' +
        'deductible,approvedAmount,paidThisMonth,paidToDate,reserveOutstanding,denialReason,currency',
    );
    expect(lines.map((line) => /CONTENTS,(.*),SUBMITTED/s.exec(line)?.[1])).toEqual([
      `"'=HYPERLINK(""http://evil"")"`,
      `'+1`,
      `'-2+3`,
      `'@SUM(A1)`,
      `'＝1+1`,
      `"a;'=1+1"`,
      '"a,b\n""c"""',
    ]);
  });

  test('has the history of claims that existed before', async () => {
    const id = await submitClaim();
    clock.set('2026-12-03T09:00:00Z');
    await decided(id);
    await t.sql('delete from claim_day where organization_id = $1', [organizationId]);
    await t.sql(`delete from migration_history where name = '0010-claim-days'`);
    expect(await migrate(t.database.adminUrl, 'claims', migrations)).toEqual(['0010-claim-days']);
    expect((await bordereau('2026-11')).map((row) => [row.status, row.approvedAmount])).toEqual([['SUBMITTED', 0]]);
    expect((await bordereau('2026-12')).map((row) => [row.status, row.approvedAmount, row.reserveOutstanding])).toEqual(
      [['APPROVED', 750, 750]],
    );
  });
});

describe('the loss fund', () => {
  test('opens with earlier balances, and closes with the balances of that time', async () => {
    clock.set('2026-10-15T09:30:00Z');
    await collect(120_000);
    clock.set('2026-11-20T09:30:00Z');
    await collect(10_000);
    await collect(-4_000);
    const id = await submitClaim();
    await decided(id);
    await pay(id, 750);
    const november = [
      {
        policyId: policy.policyId,
        currency: 'USD',
        opening: 1_200,
        collected: 100,
        reversed: 40,
        reserved: 750,
        released: 0,
        paid: 750,
        closing: 510,
      },
    ];
    expect(await funds('2026-11-01', '2026-11-30')).toEqual(november);
    clock.set('2026-12-01T00:00:00Z');
    const other = await submitClaim();
    await t.http.put(`/api/claim/${other}/reserve`, { amount: 200 });
    await move(other, 'WITHDRAWN');
    expect(await funds('2026-11-01', '2026-11-30')).toEqual(november);
    expect(await funds('2026-12-01', '2026-12-31')).toEqual([
      expect.objectContaining({ opening: 510, reserved: 200, released: 200, paid: 0, closing: 510 }),
    ]);
    const [row] = await t.sql<{ balance: string }>(
      `select balance from ledger_balance where organization_id = $1 and account = 'LOSS_FUND'`,
      [organizationId],
    );
    expect(row!.balance).toBe('51000');
  });
});

describe('rejected input', () => {
  test.each([
    ['claims-bordereau', 'no organization', 'month=2026-11', '?organizationId'],
    ['claims-bordereau', 'no month', 'organizationId=acme', '?month'],
    ['claims-bordereau', 'a month that does not exist', 'organizationId=acme&month=2026-13', '?month'],
    ['claims-bordereau', 'an unknown parameter', 'organizationId=acme&month=2026-11&status=OPEN', '?status'],
    ['loss-fund', 'no end', 'organizationId=acme&from=2026-11-01', '?to'],
    ['loss-fund', 'an end before the beginning', 'organizationId=acme&from=2026-11-02&to=2026-11-01', '?to'],
    ['loss-fund', 'a day that does not exist', 'organizationId=acme&from=2026-02-30&to=2026-03-01', '?from'],
  ])('%s with %s', async (name, _what, query, pointer) => {
    const { status, body } = await t.http.get(`/api/report/${name}?${query}`);
    expect([status, body.errors.map((fault: { pointer: string }) => fault.pointer)]).toEqual([400, [pointer]]);
  });

  test('more reports at once than leave room for others; who stops reading makes room', async () => {
    const { platform } = t.service;
    const { readCursor } = await import('@staycover/db');
    const text = 'select generate_series(1, 1000)';
    const many = ['acme', 'globex', 'initech', 'umbrella'].map((reader) =>
      readCursor(platform.database, { organizationId: reader, text, params: [] }),
    );
    for (const one of many) await one.next();
    const path = `/api/report/claims-bordereau?organizationId=${organizationId}&month=2026-11`;
    expect((await t.http.get(path)).status).toBe(503);
    for (const one of many) await one.return(undefined);
    expect((await t.http.get(path)).status).toBe(200);
  });
});

describe('with authentication', () => {
  let issuer: LocalIssuer;
  let guarded: TestService;
  beforeAll(async () => {
    issuer = await localIssuer();
    guarded = await startClaims({ config: { ...issuer.environment, AUTH_TOKEN_TYPES: ['at+jwt'] } });
  });
  afterAll(async () => {
    await guarded?.stop();
    await issuer?.close();
  });

  test('reports need the role read, and are those of the own organization', async () => {
    const paths = ['/api/report/claims-bordereau?organizationId=acme&month=2026-11', '/api/ledger?organizationId=acme'];
    for (const path of paths) {
      const ask = async (org: string, roles: string[]) => {
        const token = await issuer.token({ sub: newId(), org, roles } as never);
        return (await guarded.http.get(path, { authorization: `Bearer ${token}` })).status;
      };
      expect((await guarded.http.get(path)).status).toBe(401);
      expect(await ask('acme', ['write'])).toBe(403);
      expect(await ask('globex', ['read'])).toBe(404);
      expect(await ask('acme', ['read'])).toBe(200);
    }
  });
});

test('the summary counts claims by state, and shows what the funds held at the end of each month and paid in it', async () => {
  const summary = async (query = '') =>
    (await t.http.get(`/api/claim/summary?organizationId=${organizationId}${query}`)).body;
  expect(await summary()).toEqual({ asOf: '2026-11-20T09:30:00.000Z', states: [], currencies: [] });
  await collect(100_000);
  const id = await submitClaim();
  await submitClaim();
  await decided(id);
  clock.set('2026-12-05T10:00:00Z');
  await pay(id, 300);
  const [row] = await funds('2026-01-01', '2027-01-31');
  expect(await summary('&months=3')).toEqual({
    asOf: '2026-12-05T10:00:00.000Z',
    states: [
      { status: 'APPROVED', count: 1 },
      { status: 'SUBMITTED', count: 1 },
    ],
    currencies: [
      {
        currency: 'USD',
        months: [
          { month: '2026-10', lossFund: 0, paid: 0 },
          { month: '2026-11', lossFund: row!.closing, paid: 0 },
          { month: '2026-12', lossFund: row!.closing, paid: 300 },
        ],
      },
    ],
  });
});

test('the ledger has the use of the collected premium, and the funds at the end of each month', async () => {
  const ledger = async (query = '') => (await t.http.get(`/api/ledger?organizationId=${organizationId}${query}`)).body;
  expect(await ledger()).toEqual({ asOf: '2026-11-20T09:30:00.000Z', currencies: [] });
  await collect(100_000);
  const id = await submitClaim();
  await decided(id);
  clock.set('2026-12-05T10:00:00Z');
  await pay(id, 300);
  const { currencies } = ReserveLedger.parse(await ledger('&months=2'));
  expect(currencies).toEqual([
    {
      currency: 'USD',
      accounts: [
        { account: 'COLLECTED_PREMIUM', balance: 2_000 },
        { account: 'RETAINED_PREMIUM', balance: 1_000 },
        { account: 'LOSS_FUND', balance: 250 },
        { account: 'CLAIM_RESERVE', balance: 450 },
        { account: 'CLAIMS_PAID', balance: 300 },
      ],
      months: [
        { month: '2026-11', lossFund: 250, paid: 0 },
        { month: '2026-12', lossFund: 250, paid: 300 },
      ],
    },
  ]);
  const [collected, ...held] = currencies[0]!.accounts.map(({ balance }) => balance);
  expect(held.reduce((sum, balance) => sum + balance, 0)).toBe(collected);
  expect((await t.http.get('/api/ledger?months=0')).status).toBe(400);
});
