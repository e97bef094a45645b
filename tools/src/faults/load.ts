import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@staycover/kernel';
import { documentedFetch } from '@staycover/testing';
import type { Platform } from '../platform/platform.ts';
import { type Commander, command, Stopped, totalAccepted } from './commander.ts';
import { openEntrance } from './entrance.ts';
import { live, openBus, sendDeal } from './life.ts';
import type { Stage } from './stage.ts';

export type Load = {
  organizationId: string;
  commander: Commander;
  /** Accepted commands so far. */
  total(): number;
  /** Accepted deals so far. */
  deals(): number;
  /** Why it ended by itself, when it did: a command was refused. */
  failure(): Error | undefined;
  /** Renews what is due. */
  renew(): Promise<unknown>;
  /** Lets every customer finish what is under way. */
  end(): Promise<void>;
};

export type LoadOptions = { organizationId: string; customers: number };

const DEAL_EVERY_MS = 20;
const RENEW_EVERY_MS = 1_000;

/**
 * A steady load of deals, elections, changes of rate, invoices, payments and renewals: customers who live one life after
 * the other, two who only close deals, and a clock that runs the renewals.
 */
export const startLoad = async (
  stage: Pick<Stage, 'platform' | 'natsUrl' | 'isOfAnotherRelease'>,
  { organizationId, customers }: LoadOptions,
): Promise<Load> => {
  const { commander, close } = openCommander(stage);
  const bus = await openBus(stage.natsUrl);
  const stopping = new AbortController();
  let number = 0;
  const nextDeal = (): string => `${organizationId}-${number++}`;
  const isStopping = (): boolean => stopping.signal.aborted;
  const customer = (_: unknown, i: number) =>
    repeat(() => live(commander, bus, `${organizationId}-${i}`, nextDeal()), isStopping);
  const dealer = () =>
    repeat(async () => {
      const crmDealId = nextDeal();
      const contractId = await sendDeal(commander, organizationId, crmDealId);
      commander.lives.push({ crmDealId, organizationId, contractId, elected: [], fees: [] });
      await delay(DEAL_EVERY_MS);
    }, isStopping);
  let isDone = false;
  const living = Promise.all([...Array.from({ length: customers }, customer), dealer(), dealer()]).finally(
    () => (isDone = true),
  );
  const renewing = repeat(
    () => renew(commander).then(() => delay(RENEW_EVERY_MS)),
    () => isDone,
  );
  const running = Promise.all([living, renewing]);
  let failure: Error | undefined;
  running.catch((error: Error) => {
    failure = error;
    stopping.abort();
    commander.stop();
  });
  return {
    organizationId,
    commander,
    total: () => totalAccepted(commander),
    deals: () => commander.accepted.get('deal') ?? 0,
    failure: () => failure,
    renew: () => renew(commander),
    async end() {
      stopping.abort();
      const patience = setTimeout(commander.stop, FINISH_WITHIN_MS);
      try {
        await running;
      } finally {
        clearTimeout(patience);
        close();
        await bus.close();
      }
    },
  };
};

/** A client who knows all gateways. */
export const openCommander = ({ platform, isOfAnotherRelease }: Pick<Stage, 'platform' | 'isOfAnotherRelease'>) => {
  const entrance = openEntrance(gatewayUrls(platform));
  return {
    commander: command({ entrance, fetch: isOfAnotherRelease ? fetch : documentedFetch }),
    close: (): void => entrance.close(),
  };
};

/** Does something again and again, until it is over or the load is stopped. */
const repeat = async (work: () => Promise<unknown>, isOver: () => boolean): Promise<void> => {
  try {
    while (!isOver()) await work();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
};

/** How long lives that are under way may take to their end. */
const FINISH_WITHIN_MS = 20_000;

/** Renews what is due, and waits until that has ended: runs that queue would be work without end, as policies become more. */
const renew = async (commander: Commander): Promise<unknown> => {
  const headers = { prefer: 'wait=5', 'idempotency-key': newId() };
  const run = await commander.send('renewal run', 'POST', '/api/renewal/process', {}, headers);
  const hasEnded = ({ status }: { status: string }) => status !== 'RUNNING';
  if (hasEnded(run)) return run;
  return commander.wait('the run to end', `/api/renewal/process/${run.jobId}`, hasEnded, RENEW_EVERY_MS);
};

const gatewayUrls = ({ urls }: Platform): string[] =>
  Object.keys(urls).flatMap((name) => (/^gateway(-\d+)?$/.test(name) ? [urls[name]!] : []));
