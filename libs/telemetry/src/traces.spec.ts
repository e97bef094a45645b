import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { beginLinked, beginRemote, currentTraceId, currentTraceparent, inSpan, SpanKind } from './traces.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const server = { kind: SpanKind.SERVER };

describe('without an exporter', () => {
  test('there is no trace outside of a request', () => {
    expect(currentTraceparent()).toBeUndefined();
  });

  test('a request has an id of its own, the same after every wait, and is not sampled', async () => {
    const ids = await beginRemote('GET', server, undefined).run(async () => {
      const first = currentTraceparent();
      await setImmediate();
      return [first, await inSpan('step', { kind: SpanKind.CLIENT }, async () => currentTraceparent())];
    });
    expect(ids[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(ids[1]).toBe(ids[0]);
  });

  test('a request continues the trace of who asked', () => {
    expect(beginRemote('GET', server, traceparent).run(currentTraceparent)).toBe(traceparent);
  });

  test('a request from outside gets a new trace, whatever its headers', () => {
    const own = beginLinked('GET', server, traceparent).run(currentTraceparent);
    expect(own).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(own).not.toContain(traceparent.slice(3, 35));
  });

  test.each([
    '',
    'nonsense',
    '00-0-0-01',
    `${traceparent}; drop`,
    '00-00000000000000000000000000000000-0000000000000000-01',
  ])('a traceparent like "%s" is none', (broken) => {
    const id = beginRemote('GET', server, broken).run(currentTraceId);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(broken).not.toContain(id);
  });
});
