import type { Keep } from '../cli/stopping-at-end.ts';
import { cutFaults } from './cases/cuts.ts';
import { gatewayFaults } from './cases/gateway.ts';
import { natsFaults } from './cases/nats.ts';
import { natsClusterFaults } from './cases/nats-cluster.ts';
import { poolerFaults } from './cases/pooler.ts';
import { postgresFaults } from './cases/postgres.ts';
import { processFaults } from './cases/processes.ts';
import { replicaFaults } from './cases/replicas.ts';
import { settingFaults } from './cases/settings.ts';
import { trafficFaults } from './cases/traffic.ts';
import { possibleFaults } from './choose-faults.ts';
import { type Fault, type Outcome, type Scale, undergo } from './fault.ts';
import { type Stage, setStage } from './stage.ts';

const faultNumber = ({ id }: Fault): number => Number.parseInt(id, 10);

export const faults: readonly Fault[] = [
  ...processFaults,
  ...natsFaults,
  ...postgresFaults,
  ...trafficFaults,
  ...gatewayFaults,
  ...settingFaults,
  ...replicaFaults,
  ...poolerFaults,
  ...natsClusterFaults,
  ...cutFaults,
].toSorted((a, b) => faultNumber(a) - faultNumber(b));

export type Plan = {
  faults: readonly Fault[];
  /** Stops each platform at the end. */
  keep: Keep;
  scale: Scale;
  customers: number;
  /** Processes of each service. */
  replicas?: number;
  tell(outcome: Outcome): void;
  say?: (line: string) => void;
};

/** Lets faults happen one after the other. Those that need other settings, and the one after a failure, get a new platform. */
export const undergoAll = async ({
  faults: chosen,
  keep,
  scale,
  customers,
  replicas = 1,
  tell,
  say,
}: Plan): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  let stage: Stage | undefined;
  let setting = '';
  const leave = async (): Promise<void> => {
    await stage?.stop();
    stage = undefined;
  };
  try {
    const possible = possibleFaults(chosen, replicas);
    for (const fault of possible.toSorted((a, b) => settingKey(a).length - settingKey(b).length)) {
      const { env, natsNodes, wired, pooled } = fault;
      if (settingKey(fault) !== setting) await leave();
      setting = settingKey(fault);
      const staged = async (): Promise<Stage> =>
        (stage ??= await keep(() => setStage({ env, natsNodes, wired, pooled, say, replicas })));
      const outcome = await staged()
        .then((set) => undergo(set, fault, scale, customers))
        .catch((error: Error) => failed(fault, error));
      outcomes.push(outcome);
      tell(outcome);
      if (outcome.seen === FAILED) await leave();
    }
  } finally {
    await leave();
  }
  return outcomes;
};

/** What a fault needs its platform to be started with; the usual one comes first. */
const settingKey = ({ env, natsNodes, wired, pooled }: Fault): string =>
  env || natsNodes || wired || pooled ? JSON.stringify({ env, natsNodes, wired, pooled }) : '';

const FAILED = 'it did not end as it should';

const failed = (fault: Fault, error: Error): Outcome => ({
  fault,
  seen: FAILED,
  lost: [],
  doubled: [],
  wrong: [error.message],
  accepted: 0,
  availability: 0,
  rate: 0,
  recoverySeconds: 0,
  kills: 0,
});
