import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@staycover/db';
import { type Actor, anonymous, DomainError, newId, unauthenticated } from '@staycover/kernel';
import { openTestDatabase } from '@staycover/testing';
import { limitAttempts } from '../adapters/attempts.ts';
import { type Caller, limitFailedLookups, limitGuests, limitLookups, limitRefused } from './limit-lookups.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await openTestDatabase('claims'));
});

afterAll(() => drop());

/** The attempts of one replica; those of the same kind are shared. */
const attempts = (kind = newId()) => limitAttempts({ database, kind, limit: 3, detail: 'Too often.' });
const account = (id: string): Actor => ({ id, organizations: ['acme'], roles: ['read'] });
const guest = (network: string): Caller => ({ actor: unauthenticated, network });
const found = () => Promise.resolve('found');
const missed = () => Promise.reject(new DomainError('not-found', 'There is none.'));
const limited = { code: 'rate-limited' };

describe('every lookup counts', () => {
  test('whatever it finds', async () => {
    const limit = limitLookups(attempts());
    for (let i = 0; i < 3; i++) expect(await limit(guest('192.0.2.1'), found)).toBe('found');
    await expect(limit(guest('192.0.2.1'), found)).rejects.toMatchObject(limited);
  });

  test.each<[string, Caller, Caller, boolean]>([
    ['two guests of one network', guest('a'), guest('a'), true],
    ['two guests of two networks', guest('a'), guest('b'), false],
    ['a guest and an account in one network', guest('a'), { actor: account('pms'), network: 'a' }, false],
    [
      'an account in two networks',
      { actor: account('pms'), network: 'a' },
      { actor: account('pms'), network: 'b' },
      true,
    ],
    [
      'two accounts in one network',
      { actor: account('pms'), network: 'a' },
      { actor: account('crm'), network: 'a' },
      false,
    ],
    ['an account with the name of a network', guest('a'), { actor: account('a'), network: 'b' }, false],
  ])('for %s', async (_who, one, other, together) => {
    const limit = limitLookups(attempts());
    for (let i = 0; i < 3; i++) await limit(one, missed).catch(() => undefined);
    const answer = await limit(other, found).catch(({ code }: DomainError) => code);
    expect(answer).toBe(together ? 'rate-limited' : 'found');
  });
});

describe('replicas count together', () => {
  test('every lookup', async () => {
    const kind = newId();
    const [one, other] = [limitLookups(attempts(kind)), limitLookups(attempts(kind))];
    await one(guest('a'), found);
    for (let i = 0; i < 2; i++) await other(guest('a'), found);
    await expect(one(guest('a'), found)).rejects.toMatchObject(limited);
    await expect(other(guest('a'), found)).rejects.toMatchObject(limited);
    expect(await one(guest('b'), found)).toBe('found');
  });

  test('failed lookups, of which each replica lets at most one more through', async () => {
    const kind = newId();
    const [one, other] = [limitFailedLookups(attempts(kind)), limitFailedLookups(attempts(kind))];
    for (let i = 0; i < 3; i++) await expect(one(guest('a'), missed)).rejects.toMatchObject({ code: 'not-found' });
    await expect(other(guest('a'), missed)).rejects.toMatchObject(limited);
    await expect(other(guest('a'), found)).rejects.toMatchObject(limited);
  });

  test('for a minute from the first, with the seconds that are left', async () => {
    const kind = newId();
    const limit = limitLookups(attempts(kind));
    for (let i = 0; i < 3; i++) await limit(guest('a'), found);
    const refusal = await limit(guest('a'), found).catch(({ extra }: DomainError) => extra['retryAfter']);
    expect(refusal).toBeGreaterThan(50);
    expect(refusal).toBeLessThanOrEqual(60);
    await database.run('update rate_limit set expire = expire - 60000 where key like $1', [`${kind}:%`]);
    expect(await limitLookups(attempts(kind))(guest('a'), found)).toBe('found');
  });

  test('and nothing is looked up while they cannot be counted', async () => {
    const away = { run: () => Promise.reject(new Error('The database is away.')) };
    const limit = limitLookups(limitAttempts({ database: away, kind: 'a', limit: 3, detail: '' }));
    await expect(limit(guest('a'), found)).rejects.toThrow('away');
  });
});

describe('only failed lookups count', () => {
  test('and not those that find something', async () => {
    const limit = limitFailedLookups(attempts());
    for (let i = 0; i < 10; i++) await limit(guest('a'), found);
    for (let i = 0; i < 3; i++) await expect(limit(guest('a'), missed)).rejects.toMatchObject({ code: 'not-found' });
    await expect(limit(guest('a'), found)).rejects.toMatchObject(limited);
  });

  test('also those that run at the same time', async () => {
    const limit = limitFailedLookups(attempts());
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => limit(guest('a'), missed).catch(({ code }: DomainError) => code)),
    );
    expect(codes.filter((code) => code === 'not-found')).toHaveLength(3);
  });

  test('and not those that could not be tried', async () => {
    const limit = limitFailedLookups(attempts());
    const down = () => Promise.reject(new Error('The database is down.'));
    for (let i = 0; i < 10; i++) await expect(limit(guest('a'), down)).rejects.toThrow('down');
  });
});

describe.each([
  ['a statement that was stored is answered', limitRefused, 'found'],
  ['a lookup that has found something is not', limitFailedLookups, 'rate-limited'],
] as const)('while others use up the attempts, %s', (_what, limitWith, expected) => {
  test('and those that are refused are no more than the limit', async () => {
    const limit = limitWith(attempts());
    const held = Promise.withResolvers<string>();
    const answer = limit(guest('a'), () => held.promise).catch(({ code }: DomainError) => code);
    const refused = Array.from({ length: 10 }, () => limit(guest('a'), missed).catch(({ code }: DomainError) => code));
    expect((await Promise.all(refused)).filter((code) => code === 'not-found')).toHaveLength(3);
    held.resolve('found');
    expect(await answer).toBe(expected);
    await expect(limit(guest('a'), found)).rejects.toMatchObject(limited);
  });
});

describe('lookups of guests count, and those of others that find nothing', () => {
  const withRoles = (...roles: Actor['roles']): Caller => ({ actor: { ...account('pms'), roles }, network: 'a' });

  test.each<[string, Caller, boolean]>([
    ['a caller without credentials', guest('a'), true],
    ['an account without a role', withRoles(), true],
    ['an account with the role read', withRoles('read'), false],
    ['an account with the role write', withRoles('write'), false],
    ['everybody, with authentication off', { actor: anonymous, network: 'a' }, false],
  ])('for %s', async (_who, caller, isGuest) => {
    const limit = limitGuests(attempts());
    for (let i = 0; i < 3; i++) await limit(caller, found);
    expect(await limit(caller, found).catch(({ code }: DomainError) => code)).toBe(isGuest ? 'rate-limited' : 'found');
    for (let i = 0; i < 3; i++) await limit(caller, missed).catch(() => undefined);
    await expect(limit(caller, found)).rejects.toMatchObject(limited);
  });
});
