import type { Life } from '../faults/accepted.ts';
import { expectThat, flows } from '../faults/fault.ts';
import { closeDeal, openBus } from '../faults/life.ts';
import { type Load, startLoad } from '../faults/load.ts';
import { settle } from '../faults/oracle.ts';
import type { Stage } from '../faults/stage.ts';
import { openStreams } from '../faults/streams.ts';
import { provision } from '../provisioning/provision.ts';
import { type Drill, finish, readFigures } from './drill.ts';

const [KEPT, UNDONE, LATER] = ['kept', 'undone', 'later'];
const ELECTED_LATE = 10;

/** The disk of PostgreSQL is lost; a base backup and the archived WAL bring it to a moment, and the streams follow it there. */
export const restore: Drill = {
  name: 'restore',
  what: 'the disk of PostgreSQL is lost, and everything restored to a moment between a base backup and the loss',
  async run({ customers, scale, setStage, diary }) {
    const before = await setStage({ postgresSettings: { archive_mode: 'on' } });
    const { postgres } = before;
    const kept = await startLoad(before, { organizationId: KEPT, customers });
    await flows(kept, scale(400, 50));
    const backingUp = postgres.backUp();
    await diary.step('base backup, under load', () => backingUp);
    await flows(kept, scale(400, 50));
    await finish(before, kept);
    const late = await activate(kept);
    await settle(before);

    const [now] = await before.sql<{ at: string; size: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
        pg_size_pretty(pg_database_size(current_database())) as size`,
    );
    const moment = now!.at;
    diary.note('the moment that everything goes back to', `${kept.total()} commands accepted, ${now!.size}`);
    const undone = await startLoad(before, { organizationId: UNDONE, customers });
    await elect(before, kept, late);
    await flows(undone, scale(200, 50));
    await postgres.archive();
    await before.stopPostgres('SIGKILL');
    await postgres.loseDisk();
    undone.commander.stop();
    await undone.end();
    diary.note('accepted after it, and taken back', `${undone.total()} commands`);

    const after = await comeBack(before, async () => postgres.restore(await backingUp, moment), { setStage, diary });
    await diary.step('what others sent since then published again, and processed', async () => {
      await after.ops('inbound', 'republish', '--since', moment);
      await settle(after, 300_000);
    });
    expectThat('nothing of what was taken back is there', (await countTraces(after, UNDONE)) === 0);

    const later = await startLoad(after, { organizationId: LATER, customers });
    await flows(later, scale(200, 50));
    await finish(after, later);
    return readFigures(after, [kept, later], diary);
  },
};

type Tools = Pick<Parameters<Drill['run']>[0], 'setStage' | 'diary'>;

/** The steps of an operator, in their order, and how long they took. */
const comeBack = async (
  before: Stage,
  restoreDatabase: () => Promise<void>,
  { setStage, diary }: Tools,
): Promise<Stage> => {
  let after: Stage | undefined;
  const steps: [string, () => Promise<unknown>][] = [
    ['services stopped', () => before.leave()],
    ['backup copied and WAL replayed to the moment', restoreDatabase],
    [
      'npm run provision',
      () => provision({ databases: before.databases, natsUrl: before.natsUrl, say: () => undefined }),
    ],
    ['npm run ops -- outbox reconcile', () => before.ops('outbox', 'reconcile')],
    ['services started', async () => void (after = await setStage({ servers: before.servers }))],
  ];
  let sum = 0;
  for (const [what, work] of steps) sum += await diary.step(what, work);
  diary.note('in all, from the loss until commands are accepted again', `${sum.toFixed(1)} s`);
  return after!;
};

/** Policies without cover so far. */
const activate = async ({ commander }: Load): Promise<Life[]> => {
  const lives: Life[] = [];
  for (let i = 0; i < ELECTED_LATE; i++) {
    const crmDealId = `${KEPT}-late-${i}`;
    const { contractId, policyId } = await closeDeal(commander, KEPT, crmDealId);
    await commander.send('activation', 'PATCH', `/api/policy/${policyId}/status`, { status: 'ACTIVE' });
    lives.push({ crmDealId, organizationId: KEPT, contractId, policyId, elected: [], fees: [] });
  }
  commander.lives.push(...lives);
  return lives;
};

/** Cover that others elect after the moment: their events bring it back. */
const elect = async ({ natsUrl }: Stage, { commander }: Load, lives: readonly Life[]): Promise<void> => {
  const bus = await openBus(natsUrl);
  for (const { crmDealId, policyId, elected } of lives) {
    const propertyId = `${crmDealId}-property`;
    await commander.accept('election', () => bus.elect(KEPT, policyId!, propertyId));
    elected.push(propertyId);
  }
  await bus.close();
};

/** What database and streams still have of an organization. */
const countTraces = async (stage: Stage, organizationId: string): Promise<number> => {
  const [row] = await stage.sql<{ n: number }>(
    'select count(*)::int as n from contract.contract where organization_id = $1',
    [organizationId],
  );
  const streams = await openStreams(stage.natsUrl);
  const { state } = await streams.manager.streams.info('CONTRACT', {
    subjects_filter: `insurance.*.*.${organizationId}`,
  });
  await streams.close();
  return row!.n + Object.keys(state.subjects ?? {}).length;
};
