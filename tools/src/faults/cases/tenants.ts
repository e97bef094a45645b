import { eventually } from '@staycover/testing';
import { electionFor } from '../../testing/election.ts';
import type { Commander } from '../commander.ts';
import { closeDeal, openBus } from '../life.ts';
import { openCommander } from '../load.ts';
import type { Stage } from '../stage.ts';
import { openStreams } from '../streams.ts';

const POISONED = 64;

/** Something that goes on until it is ended. */
type Nuisance = { commander: Commander; end(): Promise<void> };

const goOn = (commander: Commander, tasks: readonly (() => Promise<unknown>)[], close: () => void): Nuisance => {
  let isOver = false;
  const running = Promise.all(
    tasks.map(async (task) => {
      while (!isOver) await task();
    }),
  );
  running.catch(() => undefined);
  return {
    commander,
    async end() {
      isOver = true;
      await running.finally(close);
    },
  };
};

const AT_ONCE = 16;

/** Many users of one organization, who all change what its policies cover. */
export const startHotTenant = async (stage: Stage, organizationId: string): Promise<Nuisance> => {
  const { commander, close } = openCommander(stage);
  const { policyId } = await closeDeal(commander, organizationId, organizationId);
  let count = 0;
  const elect = () => {
    const coverageElections = [electionFor(`${organizationId}-${count++ % POISONED}`)];
    return commander.send('election', 'PUT', `/api/policy/${policyId}`, { coverageElections });
  };
  return goOn(
    commander,
    Array.from({ length: AT_ONCE }, () => elect),
    close,
  );
};

const FLOOD = 100;

/** An organization that asks and changes as fast as it can, and heeds no refusal. */
export const startNoisyTenant = async (stage: Stage, organizationId: string): Promise<Nuisance> => {
  const { commander, close } = openCommander(stage);
  const { policyId } = await closeDeal(commander, organizationId, organizationId);
  const path = `/api/policy/${policyId}`;
  let rate = 0;
  const ask = () => commander.attempt('GET', `/api/policy?organizationId=${organizationId}`);
  const change = () => commander.attempt('PUT', path, { ratePerNight: 4 + (rate++ % 100) / 100 });
  return goOn(
    commander,
    Array.from({ length: FLOOD }, (_, i) => (i % 4 === 0 ? change : ask)),
    close,
  );
};

/** Events that fail until they are cured; then all take effect. */
export const poison = async (stage: Stage, commander: Commander, organizationId: string) => {
  const { policyId } = await closeDeal(commander, organizationId, organizationId);
  const bus = await openBus(stage.natsUrl);
  await stage.sql(
    `create function policy.refuse_poison() returns trigger language plpgsql as $$ begin raise 'poison'; end $$`,
  );
  await stage.sql(`create trigger poison before insert on policy.enrollment for each row
    when (new.property_id like '${organizationId}-%') execute function policy.refuse_poison()`);
  const elect = (_: unknown, i: number) =>
    commander.accept('poison', () => bus.elect(organizationId, policyId, `${organizationId}-${i}`));
  await Promise.all(Array.from({ length: POISONED }, elect));
  await bus.close();
  const enrolled = async () =>
    (await stage.sql('select 1 from policy.enrollment where policy_id = $1', [policyId])).length;
  return {
    async cure(withinMs: number) {
      await stage.sql('drop function policy.refuse_poison cascade');
      await eventually('what was poisoned is done', async () => (await enrolled()) === POISONED, withinMs);
    },
  };
};

/** Lets a stream take next to nothing more. */
export const fillStream = async ({ natsUrl }: Stage, name: string) => {
  const streams = await openStreams(natsUrl);
  const { config, state } = await streams.manager.streams.info(name);
  await streams.manager.streams.update(name, { max_bytes: state.bytes + 4_096 });
  return {
    async empty() {
      await streams.manager.streams.update(name, { max_bytes: config.max_bytes });
      await streams.close();
    },
  };
};
