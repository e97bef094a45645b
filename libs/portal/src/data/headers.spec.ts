import { describe, expect, test } from '@jest/globals';
import { nextCursor, parseAllowedActions } from './headers.ts';

describe('Allowed-Actions', () => {
  test('are calls, and the states that they may lead to', () => {
    const allowed = parseAllowedActions('setInvoiceStatus;to=SENT, setInvoiceStatus;to=PAST_DUE, addLineItem');
    expect([...allowed]).toEqual([
      ['setInvoiceStatus', ['SENT', 'PAST_DUE']],
      ['addLineItem', []],
    ]);
  });

  test.each([null, '', ' , '])('are none in %j', (header) => {
    expect([...parseAllowedActions(header)]).toEqual([]);
  });
});

describe('the next page', () => {
  test.each([
    ['</api/invoice?limit=50&cursor=a%2Fb>; rel="next"', 'a/b'],
    ['</api/policy/1>; rel="related"', undefined],
    ['', undefined],
    [null, undefined],
  ])('of %j begins at %j', (header, cursor) => {
    expect(nextCursor(header)).toBe(cursor);
  });
});
