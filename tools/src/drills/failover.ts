import { expectThat, flows } from '../faults/fault.ts';
import { startLoad } from '../faults/load.ts';
import { type Drill, finish, readFigures } from './drill.ts';

const ORGANIZATION = 'failover';

/** The primary is killed under load, again and again; its synchronous standby is promoted and gets a standby of its own. */
export const failover: Drill = {
  name: 'failover',
  what: 'the primary of PostgreSQL is killed under load, and its synchronous standby promoted',
  async run({ customers, scale, setStage, diary }) {
    const stage = await setStage();
    const load = await startLoad(stage, { organizationId: ORGANIZATION, customers });
    await flows(load);
    let standby = await stage.postgres.addStandby();
    for (let round = 1; round <= scale(3, 1); round++) {
      await flows(load, 50);
      const pids = stage.pids();
      await stage.stopPostgres('SIGKILL');
      await diary.step(`${round}. primary killed, until a command is accepted by the standby`, async () => {
        await stage.postgres.failOver(standby);
        await flows(load, 1, 60_000);
      });
      await diary.step(`${round}. … until every process is ready and events flow`, () => stage.ready());
      await flows(load);
      expectThat('no process ended', stage.pids() === pids);
      await diary.step(`${round}. new standby made by a copy, under load, until each commit waits for it`, async () => {
        standby = await stage.postgres.addStandby();
      });
    }
    await finish(stage, load);
    return readFigures(stage, [load], diary);
  },
};
