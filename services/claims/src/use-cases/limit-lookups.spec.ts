import { describe, expect, test } from '@jest/globals';
import { type Actor, DomainError, nobody } from '@staycover/kernel';
import { fakeClock } from '@staycover/testing';
import { slidingWindow } from '../adapters/sliding-window.ts';
import { type Caller, limitFailedLookups, limitLookups } from './limit-lookups.ts';

const window = () => {
  const clock = fakeClock('2026-11-20T09:30:00Z');
  return slidingWindow({ clock, limit: 3, windowMs: 60_000, detail: 'Too often.' });
};
const account = (id: string): Actor => ({ id, organizations: ['acme'], roles: ['read'] });
const guest = (address: string): Caller => ({ actor: nobody, address });
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
    ['two guests of one address', guest('192.0.2.1'), guest('192.0.2.1'), true],
    ['two guests of one IPv6 network', guest('2001:db8:1:2::1'), guest('2001:db8:1:2:3:4:5:6'), true],
    ['two guests of two IPv6 networks', guest('2001:db8:1:2::1'), guest('2001:db8:1:3::1'), false],
    ['two guests of two addresses', guest('192.0.2.1'), guest('192.0.2.2'), false],
    ['an address and its form in IPv6', guest('192.0.2.1'), guest('::ffff:192.0.2.1'), true],
    ['a guest and an account behind one address', guest('a'), { actor: account('pms'), address: 'a' }, false],
    [
      'an account at two addresses',
      { actor: account('pms'), address: 'a' },
      { actor: account('pms'), address: 'b' },
      true,
    ],
    [
      'two accounts behind one address',
      { actor: account('pms'), address: 'a' },
      { actor: account('crm'), address: 'a' },
      false,
    ],
    ['an account with the name of an address', guest('a'), { actor: account('a'), address: 'b' }, false],
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
