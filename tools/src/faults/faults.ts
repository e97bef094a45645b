import { natsFaults } from './cases/nats.ts';
import { postgresFaults } from './cases/postgres.ts';
import { processFaults } from './cases/processes.ts';
import { settingFaults } from './cases/settings.ts';
import { trafficFaults } from './cases/traffic.ts';
import { undergo, type Fault, type Outcome, type Scale } from './fault.ts';
import { setStage } from './stage.ts';

const numberOf = ({ id }: Fault): number => Number.parseInt(id, 10);

export const faults: readonly Fault[] = [...processFaults, ...natsFaults, ...postgresFaults, ...trafficFaults, ...settingFaults].toSorted(
  (a, b) => numberOf(a) - numberOf(b),
);

export type Plan = { faults: readonly Fault[]; scale: Scale; customers: number; tell(outcome: Outcome): void; say?: (line: string) => void };

/** Lets faults happen one after the other; those that need other settings have a platform of their own. */
export const undergoAll = async ({ faults: chosen, scale, customers, tell, say }: Plan): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  const usual = chosen.filter(({ env }) => env === undefined);
  const groups = [usual, ...chosen.filter(({ env }) => env !== undefined).map((fault) => [fault])];
  for (const group of groups.filter(({ length }) => length > 0)) {
    const stage = await setStage({ env: group[0]!.env, say });
    try {
      for (const fault of group) {
        const outcome = await undergo(stage, fault, scale, customers).catch((error: Error) => {
          throw new Error(`${fault.id}: ${error.message}`, { cause: error });
        });
        outcomes.push(outcome);
        tell(outcome);
      }
    } finally {
      await stage.stop();
    }
  }
  return outcomes;
};
