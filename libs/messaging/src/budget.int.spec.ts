import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, type SharedCounts, sharedCounts } from '@staycover/db';
import { isDomainError, newId } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { eventually, openTestDatabase } from '@staycover/testing';
import { type DailyBudget, dailyBudget, sharedBudget } from './index.ts';

const SERVICE = 'claims';
const DAY_S = 86_400;
const MOST = 100 * 1024;

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await openTestDatabase(SERVICE));
});

afterAll(() => drop());

/** The replicas of a service, with counts that nothing else has; `clock.ms` moves their days, as they see them. */
const given = () => {
  const counts = sharedCounts(database, newId(), DAY_S);
  const clock = { ms: 0 };
  const replica = (): DailyBudget => dailyBudget(counts, MOST, () => clock.ms);
  return { counts, clock, replica };
};

/** Seconds to wait, or that it was taken. */
const spent = ({ spend }: Pick<DailyBudget, 'spend'>, organizationId: string, bytes: number): unknown => {
  try {
    spend(organizationId, bytes);
  } catch (error) {
    if (isDomainError(error, 'budget-exceeded')) return error.extra['retryAfter'];
    throw error;
  }
  return 'taken';
};

describe('the bytes of an organization in a day', () => {
  test('are spent at once, or refused with the seconds until its day ends', () => {
    const { clock, replica } = given();
    const one = replica();
    expect(spent(one, 'acme', MOST)).toBe('taken');
    clock.ms = 3_600_000;
    expect(spent(one, 'acme', 1)).toBe(DAY_S - 3_600);
    clock.ms = DAY_S * 1_000;
    expect(spent(one, 'acme', MOST)).toBe('taken');
  });

  test('used up by some, are as many again for those who may use a budget twice', () => {
    const { spend } = given().replica();
    spend('acme', MOST);
    expect(() => spend('acme', 1)).toThrow('has used up');
    expect(() => spend('acme', MOST, 2)).not.toThrow();
    expect(() => spend('acme', 1, 2)).toThrow('has used up');
  });

  test('are known of any number of organizations, until their day is over', () => {
    const { clock, replica } = given();
    const one = replica();
    for (let i = 0; i < 10_001; i++) one.spend(`org-${i}`, MOST);
    expect(spent(one, 'org-0', 1)).toBe(DAY_S);
    clock.ms = DAY_S * 1_000;
    expect(spent(one, 'org-0', MOST)).toBe('taken');
  });

  test('are not charged for what was refused, and are separate for each organization', () => {
    const one = given().replica();
    expect(spent(one, 'acme', MOST - 10)).toBe('taken');
    expect(spent(one, 'acme', 11)).toBe(DAY_S);
    expect(spent(one, 'acme', 10)).toBe('taken');
    expect(spent(one, 'globex', MOST)).toBe('taken');
  });
});

describe('the bytes of an organization that were not stored after all', () => {
  test('are given back, also where others have used up its budget meanwhile', async () => {
    const { replica } = given();
    const [one, other] = [replica(), replica()];
    expect(spent(one, 'acme', MOST)).toBe('taken');
    expect(spent(one, 'acme', -MOST / 2)).toBe('taken');
    expect(spent(one, 'acme', MOST / 4)).toBe('taken');
    expect(spent(other, 'acme', MOST)).toBe('taken');
    await other.settle();
    await one.settle();
    expect(spent(one, 'acme', -MOST / 4)).toBe('taken');
    expect(spent(one, 'acme', 1)).toBeGreaterThan(0);
  });
});

describe('replicas share them', () => {
  test('each learns when it settles what the others have taken', async () => {
    const { replica } = given();
    const [one, other] = [replica(), replica()];
    spent(one, 'acme', MOST / 2);
    await one.settle();
    expect(spent(other, 'acme', MOST / 4)).toBe('taken');
    await other.settle();
    expect(spent(other, 'acme', MOST / 4 + 1)).toBeGreaterThan(DAY_S - 60);
    expect(spent(other, 'acme', MOST / 4)).toBe('taken');
    await other.settle();
    spent(one, 'acme', MOST / 4);
    await one.settle();
    expect(spent(one, 'acme', 1)).toBeGreaterThan(DAY_S - 60);
    expect(spent(replica(), 'globex', MOST)).toBe('taken');
  });

  test('also one that starts later', async () => {
    const { replica } = given();
    const one = replica();
    spent(one, 'acme', MOST);
    await one.settle();
    const later = replica();
    expect(spent(later, 'acme', MOST / 10)).toBe('taken');
    await later.settle();
    expect(spent(later, 'acme', 1)).toBeGreaterThan(DAY_S - 60);
  });

  test('what is far below the budget costs no statement', async () => {
    const { counts, replica } = given();
    const one = replica();
    spent(one, 'acme', MOST / 10 - 1);
    await one.settle();
    expect(await counts.add('acme', 0)).toMatchObject({ points: 0 });
    spent(one, 'acme', 1);
    await one.settle();
    expect(await counts.add('acme', 0)).toMatchObject({ points: 10 });
  });

  test('nothing is lost while the database is away', async () => {
    const { counts, clock } = given();
    let isAway = true;
    const add: SharedCounts['add'] = (key, points) =>
      isAway ? Promise.reject(new Error('The database is away.')) : counts.add(key, points);
    const one = dailyBudget({ add }, MOST, () => clock.ms);
    spent(one, 'acme', MOST / 2);
    await expect(one.settle()).rejects.toThrow('away');
    expect(spent(one, 'acme', MOST / 2 + 1)).toBe(DAY_S);
    isAway = false;
    await one.settle();
    expect(await counts.add('acme', 0)).toMatchObject({ points: 50 });
  });

  test('without being asked', async () => {
    const logger = createLogger('test', { level: 'silent' });
    const [one, other] = [0, 1].map(() => sharedBudget(database, MOST, logger)) as [Shared, Shared];
    expect(spent(one, 'initech', MOST)).toBe('taken');
    await eventually(
      'one has settled',
      async () => (await database.run(`select from rate_limit where points = 100`)).count === 1,
      20_000,
    );
    expect(spent(other, 'initech', MOST / 4)).toBe('taken');
    await eventually('the other knows', () => spent(other, 'initech', 1) !== 'taken', 20_000);
    await Promise.all([one.stop(), other.stop()]);
  });
});

type Shared = ReturnType<typeof sharedBudget>;
