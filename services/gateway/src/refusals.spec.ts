import { describe, expect, test } from '@jest/globals';
import type { Request } from 'express';
import { openRefusals } from './refusals.ts';

const requestWith = (headers: Record<string, string>): Request => ({ headers }) as Request;
const dana = requestWith({ authorization: 'Bearer dana' });

describe('credentials that were refused', () => {
  test.each([
    ['to the same route are refused for the time that is left', 'getPolicy', { authorization: 'Bearer dana' }, true],
    ['to another route are not', 'putPolicy', { authorization: 'Bearer dana' }, false],
    ['do not concern other tokens', 'getPolicy', { authorization: 'Bearer finn' }, false],
    ['do not concern requests without any', 'getPolicy', {}, false],
    ['do not concern API keys', 'getPolicy', { 'x-api-key': 'dana' }, false],
  ])('%s', (_what, operationId, headers, isRefused) => {
    const refusals = openRefusals();
    refusals.remember('getPolicy', dana, 60_000);
    const left = refusals.left(operationId, requestWith(headers as Record<string, string>));
    expect(left !== undefined && left > 0 && left <= 60_000).toBe(isRefused);
  });

  test('are forgotten after that time', () => {
    const refusals = openRefusals();
    refusals.remember('getPolicy', dana, 0);
    expect(refusals.left('getPolicy', dana)).toBeUndefined();
  });

  test('may be many: the oldest are verified again', () => {
    const refusals = openRefusals();
    refusals.remember('getPolicy', dana, 60_000);
    for (let i = 0; i < 10_000; i++) refusals.remember('getPolicy', requestWith({ 'x-api-key': `${i}` }), 60_000);
    expect(refusals.left('getPolicy', dana)).toBeUndefined();
    expect(refusals.left('getPolicy', requestWith({ 'x-api-key': '9999' }))).toBeGreaterThan(0);
  });
});
