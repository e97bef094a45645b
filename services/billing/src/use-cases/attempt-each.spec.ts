import { expect, test } from '@jest/globals';
import { DomainError } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { attemptEach } from './attempt-each.ts';

test('one that fails stops no other; refusals are warnings with their reason, faults are errors with their stack', async () => {
  const lines: [level: string, line: object][] = [];
  const write = (level: string) => (line: object) => void lines.push([level, line]);
  const logger = { warn: write('warn'), error: write('error') } as unknown as Logger;
  const fault = new Error('The disk is full.');
  const outage = new DomainError('payment-provider-failed', 'The provider does not answer.', {}, { cause: fault });
  const work: Record<string, () => Promise<void>> = {
    refused: () => Promise.reject(new DomainError('invoice-not-deliverable', 'The contract has no address.')),
    broken: () => Promise.reject(fault),
    away: () => Promise.reject(outage),
    done: () => Promise.resolve(),
  };
  const { signal } = new AbortController();
  expect(await attemptEach({ logger, signal }, Object.keys(work), (item) => work[item]!())).toBe(3);
  expect(lines).toEqual([
    ['warn', { about: 'refused', code: 'invoice-not-deliverable', reason: 'The contract has no address.' }],
    ['error', { about: 'broken', err: fault }],
    ['error', { about: 'away', err: outage }],
  ]);
});
