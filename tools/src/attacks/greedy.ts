import { jetstream } from '@nats-io/jetstream';
import { eventSubject, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { MAX_WAITING } from '@staycover/messaging';
import { eventually } from '@staycover/testing';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const GREEDY = 'greedy';
const FLOOD = 3_000;
const AT_ONCE = 100;
/** The additional delay that another organization may see for its claim, on a machine as busy as this one. */
const MOST_MORE_MS = 2_000;
const TIMES_ANYWAY = 10;

/** One organization brings thousands of large events at once; others are served as if it were not there. */
export const greedy = async (target: Target): Promise<Trial[]> => {
  const tried = trial(
    '26 excess',
    `${FLOOD} events of 110 KB by one organization at once, and a claim of another after them`,
  );
  const most = MOST_MORE_MS + TIMES_ANYWAY * (await measureWait(target));
  const stored = await flood(target);
  tried.note('the flood', stored === FLOOD ? 'all stored' : 'refused in part', stored >= MAX_WAITING);
  const ms = await measureWait(target);
  tried.note(`a claim of another after ${Math.round(ms)} ms`, ms < most ? 'served' : 'waited', ms < most);
  await target.quiet();
  return [tried];
};

const example = inboundEvents.claimSubmitted.example;

const makeEnvelope = (organizationId: string, claimId: string, more: object): string => {
  const data = { ...(example.data as object), ...more, organizationId, claimId };
  return JSON.stringify({ ...example, id: newId(), source: 'https://pms.example', data });
};

/** How many of the flood were taken. */
const flood = async ({ publisher }: Target): Promise<number> => {
  const js = jetstream(publisher);
  const subject = eventSubject(inboundEvents.claimSubmitted, GREEDY);
  const send = () => js.publish(subject, makeEnvelope(GREEDY, newId(), { unknown: 'x'.repeat(110_000) }));
  let taken = 0;
  for (let sent = 0; sent < FLOOD; sent += AT_ONCE) {
    const answers = await Promise.allSettled(Array.from({ length: AT_ONCE }, send));
    taken += answers.filter(({ status }) => status === 'fulfilled').length;
  }
  return taken;
};

const measureWait = async ({ publisher, sql }: Target): Promise<number> => {
  const claimId = newId();
  const sent = performance.now();
  await jetstream(publisher).publish(
    eventSubject(inboundEvents.claimSubmitted, 'acme'),
    makeEnvelope('acme', claimId, {}),
  );
  const isThere = async () => (await sql('select 1 from claims.claim where id = $1', [claimId])).length > 0;
  await eventually('the claim is there', isThere, 60_000);
  return performance.now() - sent;
};
