import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PrintedDocument } from '@staycover/api';
import { contractEvents, type DataOf } from '@staycover/events';
import { type Actor, newId } from '@staycover/kernel';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { readPolicyOn } from './use-cases/policy-on-day.ts';

let t: TestService;
let id: string;
const clock = fakeClock('2026-11-01T09:00:00Z');

const elect = (propertyId: string, propertyName: string, changes: object = {}) => ({
  electionId: propertyId,
  scopeType: 'PROPERTY',
  scopeId: propertyId,
  action: 'INCLUDE',
  property: { propertyId, propertyName },
  ...changes,
});

const coverage = { contentsCoverage: null, liabilityCoverage: 1_000_000, deductible: 250, coverageCurrency: 'USD' };

const makeDeal = (policyId: string): DataOf<typeof contractEvents.dealClosed> => {
  const { data } = contractEvents.dealClosed.example;
  const contract = { ...data.contract, legalBusinessName: 'Łódź & <Acme> LLC' };
  const policyTerms = { ...data.policyTerms, termStart: '2026-11-01', termEnd: '2027-10-31', rateTableVersions: [] };
  return { ...data, contract, policyId, policyTerms };
};

/** A policy of a deal that is changed on the 11th: House 10 goes, the rate and the liability rise. */
beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock, config: { ISSUED_BY: ['Lighthouse Insurance Ltd'] } });
  id = newId();
  await t.events.publish(contractEvents.dealClosed, makeDeal(id));
  const path = `/api/policy/${id}`;
  await eventually('the policy', async () => (await t.http.get(path)).status === 200);
  const coverageElections = [
    elect('beach', 'House 9'),
    elect('lake', 'House 10', { effectiveTo: '2026-11-10' }),
    elect('attic', '<b>Attic</b>', { rateOverridePerNight: 9.5 }),
  ];
  const additionalInsureds = [
    { name: 'Palm Lending', relationship: 'MORTGAGEE', effectiveFrom: '2026-11-10' },
    { name: 'Dana Reyes', relationship: 'Owner of Unit 4B (loan ABC_12)', effectiveFrom: '2026-11-10' },
  ];
  const everywhere = { supportedStates: [], supportedCountries: [], excludedPropertyTypes: [] };
  await t.http.put(path, { ratePerNight: 4.25, coverage, coverageElections, additionalInsureds, ...everywhere });
  await t.http.patch(`${path}/status`, { status: 'ACTIVE' });
  const risen = { ratePerNight: 5, coverage: { liabilityCoverage: 2_000_000 }, effectiveFrom: '2026-11-11' };
  expect((await t.http.put(path, risen)).status).toBe(200);
});

afterAll(() => t.stop());

const read = async (name: string, asOf?: string): Promise<PrintedDocument> => {
  const { status, body } = await t.http.get(`/api/policy/${id}/${name}${asOf ? `?asOf=${asOf}` : ''}`);
  expect(status).toBe(200);
  return body;
};

const tableLines = ({ tables }: PrintedDocument, column: string): string[][] =>
  tables.filter(({ columns }) => columns[0] === column).flatMap(({ groups }) => groups.flatMap(({ lines }) => lines));

describe('the certificate of insurance', () => {
  test('names the insured, the term, the limits and the properties covered today', async () => {
    const certificate = await read('certificate');
    expect(certificate.issuer).toEqual(['Lighthouse Insurance Ltd']);
    expect(certificate.party[0]).toBe('Łódź & <Acme> LLC');
    expect(certificate.facts[0]).toEqual({ name: 'As of', value: 'November 1, 2026' });
    expect(tableLines(certificate, 'Coverage')).toEqual([
      ['Liability', '$1,000,000.00'],
      ['Deductible', '$250.00'],
    ]);
    expect(tableLines(certificate, 'Additional insured')).toEqual([]);
    expect(tableLines(certificate, 'Property').map(([name, , from, to]) => [name, from, to])).toEqual([
      ['<b>Attic</b>', 'November 1, 2026', 'October 31, 2027'],
      ['House 9', 'November 1, 2026', 'October 31, 2027'],
      ['House 10', 'November 1, 2026', 'November 10, 2026'],
    ]);
  });

  test('names the organization where the contract has an empty name', async () => {
    const [notice] = await t.sql<{ insured_name: string }>('select insured_name from contract_notice');
    await t.sql(`update contract_notice set insured_name = ''`);
    const { party } = await read('certificate');
    await t.sql('update contract_notice set insured_name = $1', [notice!.insured_name]);
    expect(party[0]).toBe('acme-stays');
  });

  test('has no price', async () => {
    expect(JSON.stringify(await read('certificate'))).not.toMatch(/4\.25|9\.50/);
  });
});

describe('the declarations page', () => {
  const rates = (document: PrintedDocument) => tableLines(document, 'Property').map((line) => [line[0], line.at(-1)]);

  test.each([
    ['2026-11-10', '$1,000,000.00', '$4.25', ['<b>Attic</b> $9.50', 'House 9 $4.25', 'House 10 $4.25']],
    ['2026-11-11', '$2,000,000.00', '$5.00', ['<b>Attic</b> $9.50', 'House 9 $5.00']],
  ])('as of %s has the limits, rates and properties of that day', async (day, liability, rate, properties) => {
    const declarations = await read('declarations', day);
    expect(tableLines(declarations, 'Coverage')[0]).toEqual(['Liability', liability]);
    expect(declarations.facts).toContainEqual({ name: 'Rate a night', value: rate });
    expect(rates(declarations).map((line) => line.join(' '))).toEqual(properties);
    expect(tableLines(declarations, 'Additional insured')).toEqual([
      ['Palm Lending', 'MORTGAGEE'],
      ['Dana Reyes', 'Owner of Unit 4B (loan ABC_12)'],
    ]);
  });

  test('of a past day is the same once the change is in effect', async () => {
    const before = await read('declarations', '2026-11-10');
    clock.set('2026-12-01T09:00:00Z');
    expect(await read('declarations', '2026-11-10')).toEqual(before);
    expect((await read('declarations')).facts).toContainEqual({ name: 'Rate a night', value: '$5.00' });
    clock.set('2026-11-01T09:00:00Z');
  });

  test.each([
    [{ ratePerMonth: 120 }, ['Rate a month $120.00']],
    [{ ratePerMonth: 120, ratePerNight: 5 }, ['Rate a night $5.00']],
    [
      { ratePerReservation: 9, ratePerNight: 5, billingFrequency: 'PER_RESERVATION' },
      ['Rate a reservation $9.00', 'Rate a night $5.00'],
    ],
    [{ ratePerReservation: 9, ratePerNight: 5 }, ['Rate a night $5.00']],
  ])('of a policy with %j shows the rates that decide', async (terms, shown) => {
    const { body: other } = await t.http.post('/api/policy', {
      organizationId: 'acme-stays',
      termStart: '2026-11-01',
      ...terms,
    });
    await t.http.patch(`/api/policy/${other.id}/status`, { status: 'ACTIVE' });
    const { facts } = (await t.http.get(`/api/policy/${other.id}/declarations`)).body as PrintedDocument;
    expect(facts.filter(({ name }) => name.startsWith('Rate')).map(({ name, value }) => `${name} ${value}`)).toEqual(
      shown,
    );
  });

  test('shows that the policy is not in force; a certificate is rejected then', async () => {
    const { body: other } = await t.http.post('/api/policy', { organizationId: 'acme-stays', termStart: '2026-11-01' });
    await t.http.patch(`/api/policy/${other.id}/status`, { status: 'ACTIVE' });
    await t.http.patch(`/api/policy/${other.id}/status`, { status: 'SUSPENDED' });
    expect((await t.http.get(`/api/policy/${other.id}/declarations`)).body.notice).toBe(
      'Suspended since November 1, 2026',
    );
    const refused = await t.http.get(`/api/policy/${other.id}/certificate`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('is SUSPENDED on 2026-11-01')]);
  });
});

test.each([
  ['text/html', 'text/html; charset=utf-8', '<!doctype html>'],
  ['application/pdf', 'application/pdf', '%PDF-'],
  ['*/*', 'application/json; charset=utf-8', '{"title":'],
])('are %s where the reader asks for it', async (accept, type, begin) => {
  for (const name of ['certificate', 'declarations']) {
    const { headers, body } = await t.http.get(`/api/policy/${id}/${name}`, { accept });
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('vary')).toBe('Accept');
    expect(typeof body === 'string' ? body : JSON.stringify(body)).toMatch(new RegExp(`^${begin}`));
  }
});

test('escape what people named their properties', async () => {
  const { body } = await t.http.get(`/api/policy/${id}/certificate`, { accept: 'text/html' });
  expect(body).toContain('&lt;b&gt;Attic&lt;/b&gt;');
  expect(body).toContain('Łódź &amp; &lt;Acme&gt; LLC');
  expect(body).not.toContain('<b>');
});

test('name a policy of a contract from before names were kept by its organization', async () => {
  await t.sql('update contract_notice set insured_name = null, insured_address = null');
  expect((await read('certificate')).party).toEqual(['acme-stays']);
});

describe('is refused', () => {
  test.each([
    ['a day before the term', '?asOf=2026-10-31', 409, 'policy-not-in-force'],
    ['a day after the term', '?asOf=2027-11-01', 409, 'policy-not-in-force'],
    ['an invalid day', '?asOf=2026-02-30', 400, 'invalid-request'],
    ['two days', '?asOf=2026-11-01&asOf=2026-11-02', 400, 'invalid-request'],
    ['an unknown parameter', '?on=2026-11-01', 400, 'invalid-request'],
  ])('%s', async (_what, query, status, slug) => {
    for (const name of ['certificate', 'declarations']) {
      const answer = await t.http.get(`/api/policy/${id}/${name}${query}`, { accept: 'application/pdf' });
      expect([answer.status, answer.body.type.split('/').at(-1)]).toEqual([status, slug]);
    }
  });

  test('a policy that was never in force', async () => {
    const { body } = await t.http.post('/api/policy', { organizationId: 'acme-stays' });
    const refused = await t.http.get(`/api/policy/${body.id}/declarations`);
    expect([refused.status, refused.body.title]).toEqual([409, 'Policy is not bound']);
  });

  test.each(['nowhere', newId()])('the policy %s', async (unknown) => {
    expect((await t.http.get(`/api/policy/${unknown}/certificate`)).status).toBe(404);
  });

  test('a stranger', async () => {
    const reading = readPolicyOn({ database: t.service.platform.database, clock });
    const stranger: Actor = { id: 'stranger', organizations: ['other'], roles: ['read'] };
    const asked = reading(stranger, id, Temporal.PlainDate.from('2026-11-01'));
    await expect(asked).rejects.toMatchObject({ code: 'not-found' });
  });
});
