import { describe, expect, test } from '@jest/globals';
import { ignoredMembers } from '@staycover/api';
import fc from 'fast-check';
import { ignoredMembersHeader } from './ignored-members.ts';

const ignoredHeader = (body: object): string => ignoredMembersHeader(ignoredMembers(body, {}));

describe('the header Ignored-Members', () => {
  test('names the ignored members', () => {
    expect(ignoredHeader({ status: 1, 'a,b': 2, ü: 3 })).toBe('/status, /a%2Cb, /%C3%BC');
  });

  test('names twenty and counts the others', () => {
    const names = ignoredHeader(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`m${i}`, 1]))).split(', ');
    expect(names).toHaveLength(21);
    expect(names.at(-1)).toBe('980 more');
  });

  test('counts a name that is too long for it', () => {
    expect(ignoredHeader({ a: 1, ['k'.repeat(17_000)]: 1 })).toBe('/a, 1 more');
  });

  test('is short ASCII without line breaks, whatever members are called', () => {
    const names = fc.dictionary(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant(1), { maxKeys: 40 });
    fc.assert(
      fc.property(names, (body) => {
        const header = ignoredHeader({ ...body, '\ud800': 1, '\r\nSet-Cookie': 1 });
        expect(header).toMatch(/^[\x21-\x7e ]{1,1100}$/);
      }),
    );
  });
});
