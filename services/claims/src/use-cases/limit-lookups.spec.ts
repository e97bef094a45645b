import { describe, expect, test } from '@jest/globals';
import { type Actor, anonymous, DomainError, unauthenticated } from '@staycover/kernel';
import { fakeClock } from '@staycover/testing';
import { slidingWindow } from '../adapters/sliding-window.ts';
import { type Caller, limitFailedLookups, limitGuests, limitLookups } from './limit-lookups.ts';

const window = () => {
  const clock = fakeClock('2026-11-20T09:30:00Z');
  return slidingWindow({ clock, limit: 3, windowMs: 60_000, detail: 'Too often.' });
};
const account = (id: string): Actor => ({ id, organizations: ['acme'], roles: ['read'] });
const guest = (network: string): Caller => ({ actor: unauthenticated, network });
const found = () => Promise.resolve('found');
const missed = () => Promise.reject(new DomainError('not-found', 'There is none.'));
const limited = { code: 'rate-limited' };

describe('every lookup counts', () => {
  test('whatever it finds', async () => {
    const limit = limitLookups(window());
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
    const limit = limitLookups(window());
    for (let i = 0; i < 3; i++) await limit(one, missed).catch(() => undefined);
    const answer = await limit(other, found).catch(({ code }: DomainError) => code);
    expect(answer).toBe(together ? 'rate-limited' : 'found');
  });
});

describe('only failed lookups count', () => {
  test('and not those that find something', async () => {
    const limit = limitFailedLookups(window());
    for (let i = 0; i < 10; i++) await limit(guest('a'), found);
    for (let i = 0; i < 3; i++) await expect(limit(guest('a'), missed)).rejects.toMatchObject({ code: 'not-found' });
    await expect(limit(guest('a'), found)).rejects.toMatchObject(limited);
  });

  test('also those that run at the same time', async () => {
    const limit = limitFailedLookups(window());
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => limit(guest('a'), missed).catch(({ code }: DomainError) => code)),
    );
    expect(codes.filter((code) => code === 'not-found')).toHaveLength(3);
  });

  test('and not those that could not be tried', async () => {
    const limit = limitFailedLookups(window());
    const down = () => Promise.reject(new Error('The database is down.'));
    for (let i = 0; i < 10; i++) await expect(limit(guest('a'), down)).rejects.toThrow('down');
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
    const limit = limitGuests(window());
    for (let i = 0; i < 3; i++) await limit(caller, found);
    expect(await limit(caller, found).catch(({ code }: DomainError) => code)).toBe(isGuest ? 'rate-limited' : 'found');
    for (let i = 0; i < 3; i++) await limit(caller, missed).catch(() => undefined);
    await expect(limit(caller, found)).rejects.toMatchObject(limited);
  });
});
