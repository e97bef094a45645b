import { describe, expect, test } from '@jest/globals';
import { calendarDate as date, type Instant, unreachable } from '@staycover/kernel';
import {
  type Contract,
  type ContractChanges,
  type ContractStatus,
  changeContract,
  contractTransitions,
  setContractStatus,
  toTerms,
} from './contract.ts';

const now: Instant = Temporal.Instant.from('2026-11-20T23:30:00Z');

const contract = (changes: Partial<Contract> = {}): Contract => ({
  ...toTerms({ effectiveDate: date('2026-11-01') }, now),
  id: 'c1',
  organizationId: 'acme',
  crmDealId: 'D-1',
  dealHash: 'h',
  contractReference: 'CON-2026-000001',
  policyId: 'p1',
  status: 'DRAFT',
  createdBy: 'anonymous',
  createdDate: now,
  lastModifiedBy: 'anonymous',
  lastModifiedDate: now,
  version: 1,
  ...changes,
});

describe('the terms of a deal', () => {
  test('given nothing, they start today and run a year, the last day included', () => {
    const terms = toTerms({}, now);
    expect(terms).toMatchObject({
      termMonths: 12,
      renewalTermMonths: 12,
      autoRenew: true,
      cancellationNoticeDays: 30,
      currency: 'USD',
    });
    expect(`${terms.effectiveDate}..${terms.expirationDate}`).toBe('2026-11-20..2027-11-19');
  });

  test('what the deal states stands', () => {
    const stated = {
      autoRenew: false,
      cancellationNoticeDays: 60,
      baseRatePerNight: 42_500n,
      currency: 'EUR',
      details: { notes: 'Six weeks to pay' },
    } as const;
    expect(toTerms(stated, now)).toMatchObject(stated);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-27'],
    ['2024-02-29', 12, '2025-02-27'],
    ['2026-11-01', 6, '2027-04-30'],
  ])('from %s for %d months they end on %s', (start, termMonths, end) => {
    expect(toTerms({ effectiveDate: date(start), termMonths }, now).expirationDate.toString()).toBe(end);
  });

  test.each([
    ['2027-06-01', '2027-12-31', 7],
    ['2026-12-01', '2026-12-31', 1],
    ['2026-01-31', '2026-02-27', 1],
    ['2024-02-29', '2026-02-27', 24],
    ['2027-01-01', '2076-12-31', 600],
    ['2027-01-01', '2077-01-31', 12],
    ['2027-06-01', '2027-12-30', 12],
    ['2026-12-01', '2026-12-01', 12],
    ['2026-02-28', '2026-03-30', 12],
  ])('from %s to %s without termMonths they have %d months, and renew by as many', (start, end, months) => {
    const dates = { effectiveDate: date(start), expirationDate: date(end) };
    expect(toTerms(dates, now)).toMatchObject({ ...dates, termMonths: months, renewalTermMonths: months });
  });

  test('months that are given stay, whatever the dates', () => {
    const dates = { effectiveDate: date('2027-06-01'), expirationDate: date('2027-12-31') };
    expect(toTerms({ ...dates, termMonths: 12 }, now)).toMatchObject({ termMonths: 12, renewalTermMonths: 12 });
    expect(toTerms({ ...dates, renewalTermMonths: 12 }, now)).toMatchObject({ termMonths: 7, renewalTermMonths: 12 });
  });

  test('without a first day they have 12 months, whenever they end', () => {
    expect(toTerms({ expirationDate: date('2026-12-19') }, now)).toMatchObject({ termMonths: 12 });
  });

  test('a term that ends before it starts is refused', () => {
    expect(() => toTerms({ effectiveDate: date('2026-11-02'), expirationDate: date('2026-11-01') }, now)).toThrow(
      '/expirationDate must not be below effectiveDate',
    );
  });
});

describe('changing a contract', () => {
  test('keeps members that the change omits, details included', () => {
    const before = contract({ details: { ...contract().details, signatoryName: 'Dana', notes: 'old' } });
    const after = changeContract(before, { termMonths: 24, details: { notes: null } }).state;
    expect(after).toMatchObject({ termMonths: 24, autoRenew: true, details: { signatoryName: 'Dana', notes: null } });
  });

  test.each<[string, ContractChanges, string]>([
    ['another termMonths moves the last day', { termMonths: 24 }, '2028-10-31'],
    ['a shorter one, too', { termMonths: 6 }, '2027-04-30'],
    ['the same termMonths does not', { termMonths: 12 }, '2027-12-31'],
    ['a last day that is given stands', { termMonths: 24, expirationDate: date('2028-12-31') }, '2028-12-31'],
    ['it counts from a first day that is given', { termMonths: 24, effectiveDate: date('2026-12-01') }, '2028-11-30'],
  ])('%s', (_what, changes, end) => {
    const before = contract({ expirationDate: date('2027-12-31') });
    expect(String(changeContract(before, changes).state.expirationDate)).toBe(end);
  });

  test('keeps its last day without another termMonths, and ends no sooner than it starts', () => {
    const before = contract({ expirationDate: date('2027-12-31') });
    const moved = (effectiveDate: string) => changeContract(before, { effectiveDate: date(effectiveDate) }).state;
    expect(moved('2027-12-31').expirationDate).toEqual(before.expirationDate);
    expect(() => moved('2028-01-01')).toThrow('/expirationDate must not be below effectiveDate');
  });

  test.each(['EXPIRED', 'TERMINATED'] as const)('is refused when it is %s', (status) => {
    expect(() => changeContract(contract({ status }), { autoRenew: false })).toThrow('does not change');
  });
});

describe('moving a contract', () => {
  const states = Object.keys(contractTransitions) as ContractStatus[];
  const moves = states.flatMap((from) => states.map((to) => [from, to] as const));

  test.each(moves)('from %s to %s', (from, to) => {
    const move = () => setContractStatus(contract({ status: from }), to).state.status;
    if (from === to || contractTransitions[from].includes(to)) expect(move()).toBe(to);
    else
      expect(move).toThrow(
        expect.objectContaining({
          code: 'invalid-transition',
          extra: { from, to, allowed: contractTransitions[from] },
        }),
      );
  });

  test('reaches every state from DRAFT', () => {
    expect(unreachable(contractTransitions, 'DRAFT')).toEqual([]);
  });
});
