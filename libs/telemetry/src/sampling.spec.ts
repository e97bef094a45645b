import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { recordSpans } from './recorder.ts';
import { sampling } from './sampling.ts';
import { beginLinked, beginRemote, currentTraceparent, SpanKind } from './traces.ts';

const header = (traceId: string, flags: string) => `00-${traceId}-00f067aa0ba902b7-${flags}`;
const server = { kind: SpanKind.SERVER };

let ratio = 1;
let count = 0;
const { spans, stop } = recordSpans({ shouldSample: (...span) => sampling(ratio).shouldSample(...span) });
afterAll(stop);

/** Everybody's trace has an id of its own. */
const nextTrace = (): string => `4bf92f3577b34da6a3ce929d0e0e${String(++count).padStart(4, '0')}`;

/** The spans that are recorded of a request from outside, and the traceparent that services get. */
const outside = async (traceparent: string | undefined) => {
  const before = spans().length;
  const activity = beginLinked('GET', server, traceparent);
  const passedOn = activity.run(currentTraceparent);
  activity.run(() => beginRemote('GET in a service', server, passedOn)).end();
  activity.end();
  await setImmediate();
  return { recorded: spans().slice(before), passedOn };
};

describe('an external caller', () => {
  test.each(['00', '01', 'ff'])(
    'with flags %s is recorded where all is, in a trace of ours that links to theirs',
    async (flags) => {
      ratio = 1;
      const theirs = nextTrace();
      const { recorded, passedOn } = await outside(header(theirs, flags));
      const [inService, atGateway] = recorded;
      expect(atGateway).toMatchObject({ name: 'GET', linked: [theirs], parentId: undefined });
      expect(atGateway!.traceId).not.toBe(theirs);
      expect(inService).toMatchObject({ traceId: atGateway!.traceId, parentId: atGateway!.spanId, linked: [] });
      expect(passedOn).toMatch(/-01$/);
    },
  );

  test.each(['00', '01', 'ff'])('with flags %s is not recorded where nothing is', async (flags) => {
    ratio = 0;
    const theirs = nextTrace();
    const { recorded, passedOn } = await outside(header(theirs, flags));
    expect(recorded).toEqual([]);
    expect(passedOn).toMatch(/-00$/);
    expect(passedOn).not.toContain(theirs);
  });

  test('without a trace of theirs links to none', async () => {
    ratio = 1;
    expect((await outside(undefined)).recorded.map(({ linked }) => linked)).toEqual([[], []]);
  });
});

test('an internal caller decides: its trace continues, recorded or not', async () => {
  ratio = 0;
  const [recorded, unrecorded] = [nextTrace(), nextTrace()];
  beginRemote('recorded', server, header(recorded, '01')).end();
  beginRemote('not recorded', server, header(unrecorded, '00')).end();
  await setImmediate();
  expect(spans().filter(({ traceId }) => [recorded, unrecorded].includes(traceId))).toMatchObject([
    { name: 'recorded' },
  ]);
});
