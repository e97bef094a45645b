import { afterEach, expect, test } from '@jest/globals';
import { ask, askedNow, endAsking, leavePage } from './asked.ts';

const send = { verb: 'Send', children: null, send: async () => {} };
const approve = { verb: 'Approve', children: null, send: async () => {} };

afterEach(() => ask(undefined));

test('given the action that is asked about, when its call is answered, then its dialog closes', () => {
  const owner = {};
  ask({ owner, props: send });
  endAsking(owner);
  expect(askedNow()).toBeUndefined();
});

test('given a call of a page before, when it is answered, then the dialog of another action stays open', () => {
  const [before, now] = [{}, {}];
  ask({ owner: before, props: send });
  ask(undefined);
  ask({ owner: now, props: approve });
  endAsking(before);
  expect(askedNow()?.props).toBe(approve);
});

test('given a button that leaves the page, then its dialog stays and knows of it; that of another button does not', () => {
  const [owner, other] = [{}, {}];
  ask({ owner, props: send });
  leavePage(other);
  expect(askedNow()?.isGone).toBeUndefined();
  leavePage(owner);
  expect(askedNow()).toEqual({ owner, props: send, isGone: true });
});
