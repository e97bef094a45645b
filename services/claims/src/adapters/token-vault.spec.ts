import { describe, expect, test } from '@jest/globals';
import { tokenVault } from './token-vault.ts';

const vault = tokenVault('a secret of at least 32 characters.');

describe('a claim token', () => {
  test('is 128 random bits', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, () => vault.newToken()));
    expect(tokens.size).toBe(1_000);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  });

  test('is sealed differently each time, and opens to the same', () => {
    const sealed = [vault.seal('q7Zr1xT0', 'acme R1'), vault.seal('q7Zr1xT0', 'acme R1')] as const;
    expect(sealed[0].equals(sealed[1])).toBe(false);
    expect(sealed[0].includes('q7Zr1xT0')).toBe(false);
    expect(sealed.map((each) => vault.open(each, 'acme R1'))).toEqual(['q7Zr1xT0', 'q7Zr1xT0']);
  });

  test('opens neither for another reservation, nor with another key, nor changed', () => {
    const sealed = vault.seal('q7Zr1xT0', 'acme R1');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1]! ^= 1;
    expect(() => vault.open(sealed, 'acme R2')).toThrow('unable to authenticate');
    expect(() => tokenVault('another secret of 32 characters..').open(sealed, 'acme R1')).toThrow(
      'unable to authenticate',
    );
    expect(() => vault.open(changed, 'acme R1')).toThrow('unable to authenticate');
  });

  test('has one digest for each key', () => {
    expect(vault.digest('t').equals(vault.digest('t'))).toBe(true);
    expect(vault.digest('t').equals(vault.digest('u'))).toBe(false);
    expect(vault.digest('t').equals(tokenVault('another secret of 32 characters..').digest('t'))).toBe(false);
  });
});
