import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Client, httpClient } from '@staycover/testing';
import fc from 'fast-check';
import { isTaken } from '../faults/oracle.ts';
import { startWorld, type World } from '../testing/world.ts';
import { repeatable } from './bodies.ts';
import { claimStories, type Deliverer, playClaim, playReservation, reservationStories } from './claim-story.ts';
import { contractStories, playContract } from './contract-story.ts';
import { playPolicy, policyStories } from './policy-story.ts';
import { playRenewals, renewalStories } from './renewal-story.ts';

jest.setTimeout(120_000);

const RUNS = 15;

let world: World;
let http: Client;
let on: Deliverer;

beforeAll(async () => {
  world = await startWorld(String(Temporal.Now.plainDateISO('UTC')));
  http = httpClient(world.gatewayUrl);
  on = { http, events: world.events, isTaken: (id) => isTaken(world.sql, id) };
});

afterAll(() => world?.stop());

let organizations = 0;

/** Plays stories, each in an organization of its own; resolves to the share of those that got beyond their first call. */
const play = async <Story>(
  stories: fc.Arbitrary<Story>,
  playOne: (organizationId: string, story: Story) => Promise<unknown>,
): Promise<number> => {
  let completed = 0;
  let played = 0;
  const property = fc.asyncProperty(stories, async (story) => {
    played++;
    if ((await playOne(`fuzz-${++organizations}`, story)) !== false) completed++;
  });
  await fc.assert(property, repeatable(RUNS));
  return completed / played;
};

// The client refuses answers that are not documented, the platform's recorder events that are not.
test('of a policy, reads return what was written, by id and in lists, and rejected requests change nothing', async () => {
  expect(await play(policyStories, (organization, story) => playPolicy(http, organization, story))).toBeGreaterThan(
    0.5,
  );
});

test('of a deal and its contract, too', async () => {
  expect(await play(contractStories, (organization, story) => playContract(http, organization, story))).toBeGreaterThan(
    0.5,
  );
});

test('terms that ended renew once, or wait for a person', async () => {
  expect(await play(renewalStories, (organization, story) => playRenewals(http, organization, story))).toBeGreaterThan(
    0.5,
  );
});

test('of a reservation, lookups return what was published', async () => {
  expect(
    await play(reservationStories, (organization, story) => playReservation(on, organization, story)),
  ).toBeGreaterThan(0.5);
});

test('a claim has the published content, and moves as its states allow', async () => {
  expect(await play(claimStories, (organization, story) => playClaim(on, organization, story))).toBeGreaterThan(0.5);
});
