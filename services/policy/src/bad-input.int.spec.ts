import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Policy, type ProblemSlug, problems } from '@staycover/api';
import { newId } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

let t: TestService;
let policy: Policy;

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock: fakeClock('2026-11-20T09:30:00Z') });
  policy = (await t.http.post('/api/policy', { organizationId: 'acme', minNights: 2, ratePerNight: 4.25 }))
    .body as Policy;
});

afterAll(() => t.stop());

type Answer = Awaited<ReturnType<TestService['http']['raw']>>;

const seen = ({ status, headers, body }: Answer) => ({ status, type: headers.get('content-type'), body });

const problem = (slug: ProblemSlug, path: string) => {
  const { status, title } = problems[slug];
  const type = expect.stringMatching(new RegExp(`/problems/${slug}$`));
  return {
    status,
    type: expect.stringMatching(/^application\/problem\+json/),
    body: { type, title, status, detail: expect.any(String), instance: path },
  };
};

const faultPointers = ({ body }: Answer): string[] => body.errors.map(({ pointer }: { pointer: string }) => pointer);

const nested = (levels: number): unknown => (levels === 0 ? 1 : { deeper: nested(levels - 1) });
const include = { scopeType: 'PROPERTY', scopeId: 'p1', action: 'INCLUDE' };

describe('a body that breaks the rules names every fault', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['no name where one is given', { name: '' }, ['/name']],
    ['a name too long', { name: 'x'.repeat(256) }, ['/name']],
    ['a name that is a number', { name: 5 }, ['/name']],
    ['a name of null', { name: null }, ['/name']],
    ['a NUL', { partnerPolicyId: 'a\0b' }, ['/partnerPolicyId']],
    ['a negative rate', { ratePerNight: -1 }, ['/ratePerNight']],
    ['a rate with five decimals', { ratePerNight: 1.00001 }, ['/ratePerNight']],
    ['a rate as text', { ratePerNight: '4.25' }, ['/ratePerNight']],
    ['a loss fund above the rate', { ratePerNight: 1, lossFundRatePerNight: 2 }, ['/lossFundRatePerNight']],
    ['a day that does not exist', { termStart: '2026-02-30' }, ['/termStart']],
    ['a timestamp for a day', { termEnd: '2026-12-01T00:00:00Z' }, ['/termEnd']],
    ['a term that ends before it starts', { termStart: '2026-12-02', termEnd: '2026-12-01' }, ['/termEnd']],
    ['fewer nights at most than at least', { minNights: 3, maxNights: 2 }, ['/maxNights']],
    ['half a night', { minNights: 1.5 }, ['/minNights']],
    ['an unknown frequency', { billingFrequency: 'DAILY' }, ['/billingFrequency']],
    ['a list that is none', { supportedStates: 'FL' }, ['/supportedStates']],
    ['a list entry of the wrong type', { supportedStates: ['FL', 7] }, ['/supportedStates/1']],
    ['a list too long', { supportedStates: Array.from({ length: 501 }, () => 'FL') }, ['/supportedStates']],
    ['overrides too deep', { eligibilityOverrides: nested(9) }, ['/eligibilityOverrides']],
    ['overrides too long', { eligibilityOverrides: { p1: 'x'.repeat(65_536) } }, ['/eligibilityOverrides']],
    ['cents of a yen', { coverage: { coverageCurrency: 'JPY', deductible: 10.5 } }, ['/coverage/deductible']],
    [
      'an election of no scope',
      { coverageElections: [{ ...include, scopeId: undefined }] },
      ['/coverageElections/0/scopeId'],
    ],
    [
      'an election twice',
      { coverageElections: [include, include].map((e) => ({ ...e, electionId: 'e' })) },
      ['/coverageElections'],
    ],
    [
      'too many elections',
      { coverageElections: Array.from({ length: 501 }, () => include) },
      ['/coverageElections', '/coverageElections'],
    ],
    [
      'facts of another property',
      { coverageElections: [{ ...include, property: { propertyId: 'p2' } }] },
      ['/coverageElections/0/property/propertyId'],
    ],
    [
      'a rate table twice',
      { rateTableVersions: [1, 1].map((version) => ({ version, effectiveFrom: '2026-12-01', ratePerNight: 1 })) },
      ['/rateTableVersions'],
    ],
    ['two faults', { name: '', maxNights: -1 }, ['/name', '/maxNights']],
  ])('%s', async (_name, body, pointers) => {
    const created = await t.http.post('/api/policy', { organizationId: 'acme', ...body });
    expect(seen(created)).toMatchObject(problem('invalid-request', '/api/policy'));
    expect(faultPointers(created).toSorted()).toEqual(pointers.toSorted());
    const changed = await t.http.put(`/api/policy/${policy.id}`, body);
    expect(seen(changed)).toMatchObject(problem('invalid-request', `/api/policy/${policy.id}`));
    expect(faultPointers(changed).toSorted()).toEqual(pointers.toSorted());
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['no organization', {}, ['/organizationId']],
    ['an organization that no subject can name', { organizationId: 'acme.stays' }, ['/organizationId']],
    ['a currency that is none', { organizationId: 'acme', currency: 'USX' }, ['/currency']],
    ['an unknown previous policy', { organizationId: 'acme', previousPolicyId: newId() }, ['/previousPolicyId']],
    [
      'a property that leaves before it comes',
      {
        organizationId: 'acme',
        enrolledProperties: [{ propertyId: 'p', enrolledDate: '2026-12-01', unenrolledDate: '2026-12-01' }],
      },
      ['/enrolledProperties/0/unenrolledDate'],
    ],
  ])('a new policy with %s', async (_name, body, pointers) => {
    const answer = await t.http.post('/api/policy', body);
    expect(seen(answer)).toMatchObject(problem('invalid-request', '/api/policy'));
    expect(faultPointers(answer)).toEqual(pointers);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['fewer nights at most than the policy has at least', { maxNights: 1 }, '/maxNights'],
    ['a term that ends before the policy starts', { termEnd: '2026-11-01' }, '/termEnd'],
    ['a loss fund above the rate of the policy', { lossFundRatePerNight: 5 }, '/lossFundRatePerNight'],
  ])('a change to %s', async (_name, body, pointer) => {
    const answer = await t.http.put(`/api/policy/${policy.id}`, body);
    expect(seen(answer)).toMatchObject(problem('invalid-request', `/api/policy/${policy.id}`));
    expect(faultPointers(answer)).toEqual([pointer]);
  });

  test('a policy before of another organization', async () => {
    const answer = await t.http.post('/api/policy', { organizationId: 'others', previousPolicyId: policy.id });
    expect(faultPointers(answer)).toEqual(['/previousPolicyId']);
  });
});

describe('a body that cannot be read', () => {
  const json = { 'content-type': 'application/json' };
  const routes = (): [string, string][] => [
    ['POST', '/api/policy'],
    ['PUT', `/api/policy/${policy.id}`],
    ['PATCH', `/api/policy/${policy.id}/status`],
  ];
  test.each<[string, string | Buffer | undefined, Record<string, string>, ProblemSlug]>([
    ['malformed', '{"name":', json, 'malformed-json'],
    ...['utf-16', 'utf-16le', 'utf-32', 'utf-7', 'latin1', 'iso-8859-1', 'us-ascii', '"utf-16"'].map(
      (charset): [string, Buffer, Record<string, string>, ProblemSlug] => [
        `in ${charset}`,
        Buffer.from('{"name":"x"}', charset.startsWith('utf-16') ? 'utf16le' : 'latin1'),
        { 'content-type': `application/json; charset=${charset}` },
        'unsupported-media-type',
      ],
    ),
    ['in UTF-16 that is declared as UTF-8', Buffer.from('\ufeff{"name":"x"}', 'utf16le'), json, 'malformed-json'],
    ['with half a character', Buffer.from([0x22, 0xe2, 0x82, 0x22]), json, 'malformed-json'],
    ['no UTF-8', Buffer.from('{"name":"caf\xe9"}', 'latin1'), json, 'malformed-json'],
    ['too deep', JSON.stringify({ eligibilityOverrides: nested(40) }), json, 'malformed-json'],
    [
      'of another media type',
      'name=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'unsupported-media-type',
    ],
    ['of a media type that is not said', Buffer.from('{"name":"x"}'), {}, 'unsupported-media-type'],
    ['too large', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), json, 'payload-too-large'],
    ['an array', '[]', json, 'invalid-request'],
    ['null', 'null', json, 'invalid-request'],
    ['missing', undefined, {}, 'invalid-request'],
  ])('%s', async (_name, body, headers, slug) => {
    for (const [method, path] of routes())
      expect(seen(await t.http.raw(method, path, body, headers))).toMatchObject(problem(slug, path));
  });

  test.each(['utf8', 'UTF-8', '"utf-8"'])('in UTF-8 that is called %s is taken', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const { status } = await t.http.raw('PUT', `/api/policy/${policy.id}`, '{}', headers);
    expect(status).toBe(200);
  });

  test('with more than an event can carry is refused when it comes in', async () => {
    const insured = Array.from({ length: 500 }, () => ({ name: '名'.repeat(255) }));
    const answer = await t.http.put(`/api/policy/${policy.id}`, { additionalInsureds: insured });
    expect(seen(answer)).toMatchObject(problem('payload-too-large', `/api/policy/${policy.id}`));
    expect((await t.http.get(`/api/policy/${policy.id}`)).body).toEqual(policy);
  });
});

describe('a policy that is not there', () => {
  test.each([newId(), 'nonsense', "1' or '1'='1", '00000000-0000-0000-0000-000000000000'])('%s', async (id) => {
    const path = `/api/policy/${encodeURIComponent(id)}`;
    expect(seen(await t.http.get(path))).toMatchObject(problem('not-found', path));
    expect(seen(await t.http.put(path, { name: 'x' }))).toMatchObject(problem('not-found', path));
    expect(seen(await t.http.patch(`${path}/status`, { status: 'ACTIVE' }))).toMatchObject(
      problem('not-found', `${path}/status`),
    );
  });
});

describe('states', () => {
  test.each([[undefined], [null], ['active'], ['DRAFT'], [1]])('%p is none', async (status) => {
    const path = `/api/policy/${policy.id}/status`;
    const answer = await t.http.patch(path, { status });
    expect(seen(answer)).toMatchObject(problem('invalid-request', path));
    expect(answer.body.errors[0]).toMatchObject({ pointer: '/status', detail: expect.stringContaining('SUPERSEDED') });
  });

  test.each(['SUPERSEDED', 'EXPIRED', 'SUSPENDED'])('PENDING does not go to %s', async (status) => {
    const path = `/api/policy/${policy.id}/status`;
    const answer = await t.http.patch(path, { status });
    expect(seen(answer)).toMatchObject(problem('invalid-transition', path));
    expect(answer.body).toMatchObject({ from: 'PENDING', to: status, allowed: ['ACTIVE', 'CANCELLED'] });
  });
});

describe('a date', () => {
  let bound: Policy;
  beforeAll(async () => {
    const { id } = (await t.http.post('/api/policy', { organizationId: 'acme', termStart: '2026-11-01', minNights: 2 }))
      .body as Policy;
    bound = (await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' })).body as Policy;
  });

  test.each<[string, () => Policy, Record<string, unknown>, ProblemSlug, object]>([
    [
      'of a change that has passed',
      () => bound,
      { ratePerNight: 5, effectiveFrom: '2026-11-19' },
      'retroactive-change',
      { earliest: '2026-11-20' },
    ],
    ['of another start of the term', () => bound, { termStart: '2026-11-02' }, 'retroactive-change', {}],
    [
      'of an end before yesterday',
      () => bound,
      { termEnd: '2026-11-18' },
      'retroactive-change',
      { earliest: '2026-11-19' },
    ],
    ['that is none', () => bound, { ratePerNight: 5, effectiveFrom: 'soon' }, 'invalid-request', {}],
    ['of a change before the policy is bound', () => policy, { effectiveFrom: '2026-12-01' }, 'invalid-request', {}],
  ])('%s', async (_name, of, body, slug, more) => {
    const path = `/api/policy/${of().id}`;
    const answer = await t.http.put(path, body);
    expect(seen(answer)).toMatchObject(problem(slug, path));
    expect(answer.body).toMatchObject(more);
  });

  test.each<[string, string, ProblemSlug]>([
    ['that is in effect', '1', 'change-in-effect'],
    ['that there is not', '9', 'not-found'],
    ['that is not a number', 'x', 'invalid-request'],
  ])('a change %s is not withdrawn', async (_name, sequence, slug) => {
    const path = `/api/policy/${bound.id}/changes/${sequence}`;
    expect(seen(await t.http.delete(path))).toMatchObject(problem(slug, path));
  });

  test.each<[string, Record<string, unknown>, ProblemSlug, object]>([
    ['that has passed', { effectiveDate: '2026-11-19' }, 'retroactive-change', { earliest: '2026-11-20' }],
    [
      'before its notice ends',
      { reason: 'NON_PAYMENT', effectiveDate: '2026-11-29' },
      'notice-too-short',
      { earliest: '2026-11-30' },
    ],
    [
      'that has passed, with notice',
      { reason: 'NON_PAYMENT', effectiveDate: '2026-11-19' },
      'retroactive-change',
      { earliest: '2026-11-30' },
    ],
    ['that is none', { effectiveDate: '2026-02-30' }, 'invalid-request', {}],
  ])('of a cancellation %s', async (_name, body, slug, more) => {
    const path = `/api/policy/${bound.id}/status`;
    const answer = await t.http.patch(path, { status: 'CANCELLED', ...body });
    expect(seen(answer)).toMatchObject(problem(slug, path));
    expect(answer.body).toMatchObject(more);
  });

  test('of a state before the policy is bound', async () => {
    const path = `/api/policy/${policy.id}/status`;
    const answer = await t.http.patch(path, { status: 'ACTIVE', effectiveDate: '2026-12-01' });
    expect(seen(answer)).toMatchObject(problem('invalid-request', path));
    expect(faultPointers(answer)).toEqual(['/effectiveDate']);
  });

  test.each<[string, () => Policy, Record<string, unknown>, ProblemSlug]>([
    ['before the policy is bound', () => policy, { ratePerNight: 4 }, 'policy-not-bound'],
    ['that is ahead', () => bound, { effectiveFrom: '2026-11-21', ratePerNight: 4 }, 'invalid-request'],
    ['before the first term', () => bound, { effectiveFrom: '2026-10-31', ratePerNight: 4 }, 'invalid-request'],
    ['without a reason', () => bound, { reason: ' ', ratePerNight: 4 }, 'invalid-request'],
  ])('of a correction %s', async (_name, of, body, slug) => {
    const path = `/api/policy/${of().id}/correction`;
    const answer = await t.http.post(path, { effectiveFrom: '2026-11-01', reason: 'agreed so', ...body });
    expect(seen(answer)).toMatchObject(problem(slug, path));
  });

  test('after the end of the policy changes nothing', async () => {
    await t.http.patch(`/api/policy/${bound.id}/status`, { status: 'EXPIRED' });
    const path = `/api/policy/${bound.id}`;
    for (const body of [{ ratePerNight: 6 }, { termEnd: '2027-12-31' }])
      expect(seen(await t.http.put(path, body))).toMatchObject(problem('policy-not-in-force', path));
    const correction = { effectiveFrom: '2026-11-20', reason: 'agreed so', status: 'ACTIVE' };
    expect(seen(await t.http.post(`${path}/correction`, correction))).toMatchObject(
      problem('policy-not-in-force', `${path}/correction`),
    );
  });
});

test.each([
  ['a rate', { ratePerNight: 6 }],
  ['a name', { name: 'Late' }],
  ['elections', { coverageElections: [include] }],
])('a policy that is CANCELLED takes no other %s', async (_what, body) => {
  const { id } = (await t.http.post('/api/policy', { organizationId: 'acme', ratePerNight: 4 })).body as Policy;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  await t.http.patch(`/api/policy/${id}/status`, { status: 'CANCELLED' });
  const path = `/api/policy/${id}`;
  expect(seen(await t.http.put(path, body))).toMatchObject(problem('policy-final', path));
});

describe('lists', () => {
  test.each([
    ['an empty filter', 'organizationId=', '?organizationId'],
    ['an organization that is none', 'organizationId=a.b', '?organizationId'],
    ['a state that is none', 'status=DRAFT', '?status'],
    ['a limit of 0', 'organizationId=acme&limit=0', '?limit'],
    ['a limit beyond 1,000', 'organizationId=acme&limit=1001', '?limit'],
    ['a limit that is not a number', 'organizationId=acme&limit=x', '?limit'],
    ['a cursor of another list', 'organizationId=acme&cursor=x', '?cursor'],
    ['a parameter that is unknown', 'organisationId=acme', '?organisationId'],
    ['a parameter that is on every object', 'constructor=x', '?constructor'],
  ])('%s', async (_name, search, pointer) => {
    const answer = await t.http.get(`/api/policy?${search}`);
    expect(seen(answer)).toMatchObject(problem('invalid-request', '/api/policy'));
    expect(faultPointers(answer)).toContain(pointer);
  });
});

describe('members that a caller cannot write', () => {
  test('are ignored and named, or refused when asked to be strict', async () => {
    const body = { organizationId: 'acme', status: 'ACTIVE', version: 9, currency: 'EUR', coverage: { extra: 1 } };
    const answer = await t.http.put(`/api/policy/${policy.id}`, body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ignored-members')!.split(', ').toSorted()).toEqual([
      '/coverage/extra',
      '/currency',
      '/organizationId',
      '/status',
      '/version',
    ]);
    const strict = await t.http.put(`/api/policy/${policy.id}`, body, { prefer: 'handling=strict' });
    expect(seen(strict)).toMatchObject(problem('invalid-request', `/api/policy/${policy.id}`));
    expect(faultPointers(strict)).toHaveLength(5);
  });
});

test('a known path has no other methods', async () => {
  const answer = await t.http.delete(`/api/policy/${policy.id}`);
  expect(seen(answer)).toMatchObject(problem('method-not-allowed', `/api/policy/${policy.id}`));
  expect(answer.headers.get('allow')).toBe('GET, PUT, HEAD');
});
