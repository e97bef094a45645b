import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { type DataOf, eventSubject, inboundEvents, policyEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { UsageError } from '../cli/usage-error.ts';
import { startWorld, type World } from '../testing/world.ts';
import { audit } from './audit.ts';
import { type Command } from './command.ts';
import { consumers } from './consumers.ts';
import { deadLetters } from './dead-letters.ts';
import { deals } from './deals.ts';
import { doctor } from './doctor.ts';
import { events } from './events.ts';
import { inbound } from './inbound.ts';
import { outbox } from './outbox.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld('2026-11-10');
});

afterAll(() => world.stop());

const ask = async (command: Command, ...args: string[]): Promise<string[]> => {
  const lines: string[] = [];
  await command.run({
    args,
    print: (line) => lines.push(line),
    servers: { databases: world.databases, nats: world.nats },
  });
  return lines;
};

// oxlint-disable-next-line typescript/no-explicit-any
const askJson = async (command: Command, ...args: string[]): Promise<any[]> =>
  (await ask(command, ...args, '--json')).map((line) => JSON.parse(line));

const deal = (crmDealId: string, baseRatePerNight: number) =>
  world.api.POST('/api/webhook/crm/deal-closed', { body: { crmDealId, organizationId: 'acme', baseRatePerNight } });

const makeClaim = (claimId: string) => ({
  ...(inboundEvents.claimSubmitted.example.data as DataOf<typeof inboundEvents.claimSubmitted>),
  organizationId: 'acme',
  claimId,
});

const newToken = () => `token-of-${newId()}`;

const makeReservation = (reservationReferenceId: string, more: object) => ({
  ...(inboundEvents.reservationSynced.example.data as DataOf<typeof inboundEvents.reservationSynced>),
  organizationId: 'acme',
  reservationReferenceId,
  reservationId: null,
  ...more,
});

const sync = (reference: string, more: object) =>
  world.deliver(inboundEvents.reservationSynced, makeReservation(reference, more));

type Letter = { id: string; claimId: string; other: string; reference: string };

/** The reservation of a claim, with the token of another one: it is a dead letter. */
const deadLetter = async (): Promise<Letter> => {
  const [claimId, other, reference, claimToken] = [newId(), newId(), newId(), newToken()];
  await world.deliver(inboundEvents.claimSubmitted, { ...makeClaim(claimId), reservationReferenceId: reference });
  await sync(other, { claimToken });
  await world.events.publish(inboundEvents.reservationSynced, makeReservation(reference, { claimToken }));
  const [letter] = await eventually('the dead letter', async () => {
    const letters = (await askJson(deadLetters, 'list')).filter(
      ({ consumer }) => consumer === 'claims-inbound-reservation-synced',
    );
    return letters.length > 0 && letters;
  });
  return { id: letter.id, claimId, other, reference };
};

const readGuests = async (reference: string): Promise<number[]> => {
  const reading = 'select number_of_guests::int as guests from claims.reservation where reservation_reference_id = $1';
  return (await world.sql<{ guests: number }>(reading, [reference])).map(({ guests }) => guests);
};

describe('given a platform on which all is well', () => {
  test('then the doctor finds nothing', async () => {
    const nothing = await eventually('relays lead', () => ask(doctor).catch(() => false as const));
    expect(nothing).toEqual(['Nothing is wrong.']);
    // Each publisher below the names of the columns, insight too.
    expect(await ask(outbox, 'status')).toHaveLength(7);
    const standings = await askJson(consumers);
    expect(standings.length).toBeGreaterThan(25);
    expect(standings.filter(({ problem }) => problem !== null)).toEqual([]);
  });

  test.each<[Command, string[]]>([
    [outbox, []],
    [outbox, ['republish']],
    [outbox, ['republish', '--since', '2026-01-01T00:00:00Z', '--service', 'nothing']],
    [deadLetters, ['replay', 'nowhere', '1']],
    [deadLetters, ['discard', 'claims', '1']],
    [deals, []],
    [deals, ['conflicts', 'more']],
    [deals, ['settle']],
    [deals, ['settle', '1', '--json']],
    [deals, ['toString', '1']],
    [events, []],
    [outbox, ['republish', '--since', 'yesterday']],
    [inbound, ['republish', '--since', '2026-11-21']],
    [events, ['tail', '--since', '2026-11-21T05:16:00']],
    [events, ['tail', '--count', 'all']],
    [events, ['tail', '--count', '0']],
    [events, ['tail', '--event', 'policy.policy-craeted']],
  ])('and invalid arguments are rejected (%#)', async (command, args) => {
    await expect(ask(command, ...args)).rejects.toThrow(UsageError);
    expect(command.usage).toMatch(/DATABASE_URL/);
  });
});

describe('given a deal that came again with other content', () => {
  test('then it is among the conflicts, with its body', async () => {
    expect((await deal('D-1', 4)).response.status).toBe(201);
    expect((await deal('D-1', 5)).response.status).toBe(409);
    const [conflict] = await askJson(deals, 'conflicts');
    expect(conflict).toMatchObject({ organization_id: 'acme', crm_deal_id: 'D-1', contract_id: expect.any(String) });
    expect((await ask(deals, 'show', conflict.id)).join('')).toContain('"baseRatePerNight":5');
  });

  test('when an operator settles it, then it is no conflict any more', async () => {
    const [conflict] = await askJson(deals, 'conflicts');
    expect(await ask(deals, 'settle', conflict.id)).toEqual([`${conflict.id} is settled`]);
    expect(await askJson(deals, 'conflicts')).toEqual([]);
    await expect(ask(deals, 'settle', conflict.id)).rejects.toThrow('There is no conflict or failed deal');
  });

  test('and two that failed, then the one that made no contract since is listed until it is settled', async () => {
    const id = newId();
    const keep = `insert into contract.received_deal (id, received_at, channel, body, outcome, organization_id, crm_deal_id)
      values ($1, now(), 'http', '{}', 'received', 'acme', $2)`;
    await world.sql(keep, [newId(), 'D-1']);
    await world.sql(keep, [id, 'D-failed']);
    expect(await askJson(deals, 'received')).toMatchObject([{ id, crm_deal_id: 'D-failed' }]);
    await ask(deals, 'settle', id);
    expect(await askJson(deals, 'received')).toEqual([]);
  });
});

describe('given an event that could not be processed', () => {
  test('when it is replayed too early, then it stays, with the reason', async () => {
    const { id } = await deadLetter();
    await expect(ask(deadLetters, 'replay', 'claims', id, '--by', 'dana')).rejects.toThrow('1 of 1 stay dead letters');
    expect((await ask(deadLetters, 'show', 'claims', id)).join('\n')).toMatch(/claimToken/);
    await expect(ask(doctor)).rejects.toThrow(/wrong/);
    await ask(deadLetters, 'discard', 'claims', id, '--reason', 'sent by mistake', '--by', 'dana');
    expect(await askJson(deadLetters, 'list')).toEqual([]);
    expect(await askJson(audit, id)).toContainEqual(
      expect.objectContaining({
        resource: 'dead-letter',
        actor: 'dana',
        after: expect.objectContaining({ resolution: 'DISCARDED', note: 'sent by mistake' }),
      }),
    );
  });

  test('when its token is free, then its replay takes effect, once, under its own id', async () => {
    const { id, claimId, other, reference } = await deadLetter();
    const [row] = await askJson(deadLetters, 'list');
    await sync(other, { claimToken: newToken() });
    expect(await ask(deadLetters, 'replay', 'claims', id, '--by', 'dana')).toEqual([
      `claims ${id}: REPLAYED`,
      '1 replayed.',
    ]);
    expect(await readGuests(reference)).toHaveLength(1);
    const [inbox] = await world.sql<{ n: number }>('select count(*)::int as n from claims.inbox where event_key = $1', [
      row.event_key,
    ]);
    expect(inbox!.n).toBe(1);
    await expect(ask(deadLetters, 'replay', 'claims', id)).rejects.toThrow(`no open dead letter with id "${id}"`);
    expect((await askJson(audit, claimId.toUpperCase())).at(-1)).toMatchObject({
      source: `replay of dead letter ${id}`,
    });
  });

  test('when the reservation came again since, then its replay takes nothing back', async () => {
    const { id, other, reference } = await deadLetter();
    await sync(other, { claimToken: newToken() });
    await sync(reference, { numberOfGuests: 3 });
    await ask(deadLetters, 'replay', 'claims', id);
    expect(await readGuests(reference)).toEqual([3]);
  });
});

describe('given a stream that lost published events', () => {
  test('when the outbox is published again, then everybody has it once', async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect((await deal('D-2', 4)).response.status).toBe(201);
    await world.quiet();
    const again = await ask(outbox, 'republish', '--since', since, '--service', 'contract');
    expect(again).toEqual([expect.stringMatching(/^contract: 0 published again, [1-9]\d* known to JetStream$/)]);

    const manager = await jetstreamManager(world.events.connection);
    await manager.streams.delete('CONTRACT');
    await world.provision();
    expect(await ask(outbox, 'republish', '--since', since, '--service', 'contract')).toEqual([
      expect.stringMatching(/^contract: [1-9]\d* published again, 0 known to JetStream$/),
    ]);
    const [policies] = await world.sql<{ n: number }>(
      `select count(*)::int as n from policy.policy where organization_id = 'acme'`,
    );
    expect(policies!.n).toBe(2);
  });
});

describe('given events that were published', () => {
  test('then those that are kept are shown, and those that come', async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const kept = await ask(
      events,
      'tail',
      '--since',
      since,
      '--event',
      'policy.policy-created',
      '--org',
      'acme',
      '--count',
      '2',
    );
    expect(kept).toHaveLength(2);
    expect(kept[0]).toMatch(/policy\.policy-created +acme/);
    const coming = askJson(events, 'tail', '--org', 'tailed', '--event', 'policy.policy-created', '--count', '1');
    await eventually('a consumer is connected', async () => {
      await world.events.publishRaw(
        eventSubject(policyEvents.policyCreated, 'tailed'),
        JSON.stringify(policyEvents.policyCreated.example),
      );
      return Promise.race([coming.then(() => true), new Promise((resolve) => setTimeout(() => resolve(false), 50))]);
    });
    expect(await coming).toEqual([expect.objectContaining({ type: policyEvents.policyCreated.type })]);
  });

  test('what other systems sent is shown after it was handled, and published again for a restored database', async () => {
    const since = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
    const claimId = newId();
    const { claimToken: _none, ...example } = inboundEvents.claimSubmitted.example.data as Record<string, unknown>;
    await world.deliver(inboundEvents.claimSubmitted, { ...example, organizationId: 'restored', claimId });
    const [shown] = await askJson(events, 'tail', '--org', 'restored', '--since', since, '--count', '1');
    expect(shown.data.claimId).toBe(claimId);
    await world.sql('delete from claims.inbox where event_key like $1', ['restored %']);
    expect(await ask(inbound, 'republish', '--since', since)).toEqual([
      expect.stringMatching(/^[1-9]\d* published again$/),
    ]);
    await eventually('it is handled again', async () => {
      const found = await world.sql('select from claims.inbox where event_key like $1', ['restored %']);
      return found.length === 1;
    });
    const later = Temporal.Now.instant().toString();
    expect(await ask(inbound, 'republish', '--since', later)).toEqual(['0 published again']);
  });
});
