import { describe, expect, test } from '@jest/globals';
import { calendarDate as date, type Instant, isAfter } from '@staycover/kernel';
import fc from 'fast-check';
import { type Contract, type ContractStatus, noDetails } from './contract.ts';
import { extendOrExpire } from './expiration.ts';
import { lastDayOfTerm } from './term.ts';

const now: Instant = Temporal.Instant.from('2026-11-01T00:00:00Z');

const contract = (changes: Partial<Contract> = {}): Contract => ({
  id: 'c1',
  organizationId: 'acme',
  crmDealId: 'D-1',
  dealHash: 'h',
  contractReference: 'CON-2026-000001',
  policyId: 'p1',
  status: 'ACTIVE',
  effectiveDate: date('2026-11-01'),
  expirationDate: date('2027-10-31'),
  termMonths: 12,
  autoRenew: true,
  renewalTermMonths: 12,
  cancellationNoticeDays: 30,
  baseRatePerNight: null,
  currency: 'USD',
  details: noDetails,
  createdBy: 'anonymous',
  createdDate: now,
  lastModifiedBy: 'anonymous',
  lastModifiedDate: now,
  version: 1,
  ...changes,
});

const after = (changes: Partial<Contract>, today: string): string => {
  const { state, events } = extendOrExpire(contract(changes), date(today));
  return [state.status, state.expirationDate, ...events.map(({ type }) => type)].join(' ');
};

describe('a contract, by the calendar', () => {
  test.each<[Partial<Contract>, string, string]>([
    [{}, '2027-10-31', 'ACTIVE 2027-10-31'],
    [{}, '2027-11-01', 'ACTIVE 2028-10-31 contract-changed'],
    [{}, '2028-10-31', 'ACTIVE 2028-10-31 contract-changed'],
    [{}, '2030-03-01', 'ACTIVE 2030-10-31 contract-changed'],
    [{ renewalTermMonths: 6 }, '2028-05-01', 'ACTIVE 2028-10-31 contract-changed'],
    [{ status: 'SUSPENDED' }, '2027-11-01', 'SUSPENDED 2028-10-31 contract-changed'],
    [{ autoRenew: false }, '2027-10-31', 'ACTIVE 2027-10-31'],
    [{ autoRenew: false }, '2027-11-01', 'EXPIRED 2027-10-31 contract-status-changed'],
    [{ autoRenew: false, status: 'SUSPENDED' }, '2030-01-01', 'EXPIRED 2027-10-31 contract-status-changed'],
    [{ expirationDate: date('2027-02-28') }, '2027-03-01', 'ACTIVE 2028-02-29 contract-changed'],
    [{ expirationDate: date('2027-01-30'), renewalTermMonths: 1 }, '2027-02-28', 'ACTIVE 2027-03-30 contract-changed'],
  ])('%j on %s is %s', (changes, today, expected) => {
    expect(after(changes, today)).toBe(expected);
  });

  test.each<ContractStatus>(['DRAFT', 'EXPIRED', 'TERMINATED'])('stays as it is when it is %s', (status) => {
    expect(after({ status }, '2030-01-01')).toBe(`${status} 2027-10-31`);
  });

  test('goes on for the fewest whole terms that reach the day, and then stays', () => {
    const lastDays = fc.integer({ min: 0, max: 20_000 }).map((days) => date('1990-01-01').add({ days }));
    fc.assert(
      fc.property(
        lastDays,
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: 10_000 }),
        (end, months, late) => {
          const today = end.add({ days: late });
          const { state } = extendOrExpire(contract({ expirationDate: end, renewalTermMonths: months }), today);
          expect(extendOrExpire(state, today).state).toBe(state);
          const start = end.add({ days: 1 });
          const terms = Array.from({ length: 400 }, (_, i) => lastDayOfTerm(start, months * (i + 1)));
          expect(state.expirationDate).toEqual(terms.find((last) => !isAfter(today, last)));
        },
      ),
    );
  });
});
