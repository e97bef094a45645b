import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { policyGet } from '@staycover/events';
import { askService, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';

let t: TestService;
const clock = fakeClock('2026-10-28T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const describeRows = ({ enrolledProperties }: Policy) =>
  enrolledProperties.map(({ enrolledDate, unenrolledDate }) => `${enrolledDate}..${unenrolledDate ?? ''}`);

/** What docs/enrollment.md derives, command by command. */
test('nights are derived from the day of each change on', async () => {
  const house = { scopeType: 'PROPERTY', scopeId: 'beach', effectiveFrom: '2026-11-01', electionId: 'beach' };
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31', ratePerNight: 4.25 };
  const coverageElections = [{ ...house, action: 'INCLUDE', property: { propertyId: 'beach', state: 'FL' } }];
  const { id } = (await t.http.post('/api/policy', { organizationId: 'acme', ...term, coverageElections }))
    .body as Policy;
  const put = (body: object) => t.http.put(`/api/policy/${id}`, body);
  const correction = { effectiveFrom: '2026-11-05', reason: 'wrong', ratePerNight: 4 };
  const commands: [string, () => Promise<unknown>, string, string | null][] = [
    ['2026-10-28', () => t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' }), '2026-11-01..', '2026-11-01'],
    ['2026-11-10', () => put({ ratePerNight: 5 }), '2026-11-01..', '2026-11-10'],
    [
      '2026-11-12',
      () => put({ supportedStates: ['GA'], effectiveFrom: '2026-12-01' }),
      '2026-11-01..2026-12-01',
      '2026-12-01',
    ],
    [
      '2026-11-20',
      () => t.http.post(`/api/policy/${id}/correction`, correction),
      '2026-11-01..2026-12-01',
      '2026-11-05',
    ],
    [
      '2026-11-21',
      () => put({ coverageElections: [{ ...house, action: 'EXCLUDE' }] }),
      '2026-11-01..2026-11-21',
      '2026-11-21',
    ],
    ['2026-11-22', () => put({ name: 'Houses' }), '2026-11-01..2026-11-21', null],
  ];
  const ask = (sinceVersion: number, openFrom: string) =>
    askService(t.service.platform.nats, policyGet, { policyId: id, organizationId: 'acme', sinceVersion, openFrom });
  const read = async () => (await t.http.get(`/api/policy/${id}`)).body as Policy;
  for (const [day, command, rows, changedFrom] of commands) {
    clock.set(`${day}T09:00:00Z`);
    await sweepPolicies(t.service.platform);
    const { version } = await read();
    await command();
    expect({ day, rows: describeRows(await read()) }).toEqual({ day, rows: [rows] });
    expect({ day, changedFrom: (await ask(version, day)).changedFrom }).toEqual({ day, changedFrom });
  }
  const { inForce } = await ask(1, '2026-11-22');
  expect(inForce!.map(({ from, ratePerNight }) => [from, ratePerNight])).toEqual([
    ['2026-11-01', 4.25],
    ['2026-11-05', 4],
    ['2026-11-10', 5],
    ['2026-12-01', 5],
  ]);
});
