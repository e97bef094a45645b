import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@staycover/testing';
import { type Commander, measureAvailability } from '../commander.ts';
import { type Fault, flows } from '../fault.ts';
import { everyone, expectPromised, gateways, pairs, percent } from './promised.ts';
import { fillStream, poison, startHotTenant, startNoisyTenant } from './tenants.ts';

const oneOfEach: Fault = {
  id: '21-one-of-each',
  what: 'kill -9 of one process of each service after the other, and SIGSTOP of its neighbour for some seconds',
  replicated: true,
  async run(stage, load, scale) {
    const rounds = scale(3, 1);
    for (let round = 0; round < rounds; round++) {
      for (const [first, second] of pairs) {
        await stage.kill(first);
        await stage.ready();
        await flows(load, 20);
        const pid = stage.process(second).pid!;
        process.kill(pid, 'SIGSTOP');
        await delay(scale(5_000, 2_000)).finally(() => process.kill(pid, 'SIGCONT'));
        await stage.ready();
        await flows(load, 20);
      }
    }
    expectPromised(load);
    return `${rounds * pairs.length} killed and as many stopped`;
  },
};

const LONGEST_ANSWER_MS = 15_000;

/** What one gateway broke off has its answer before the other is killed: a client knows no third. */
const allAnswered = (commanders: readonly Commander[]): Promise<unknown> =>
  eventually(
    'what was broken off is answered by the other gateway',
    () => commanders.every((commander) => commander.repeating() === 0),
    LONGEST_ANSWER_MS,
  );

const gatewaysKilled: Fault = {
  id: '28-gateways',
  what: 'kill -9 of one gateway after the other; clients know both, and repeat at the other what the killed one left open',
  replicated: true,
  async run(stage, load, scale) {
    const kills = scale(20, 4);
    for (let i = 0; i < kills; i++) {
      await stage.kill(gateways[i % gateways.length]!);
      await flows(load, 20);
      await stage.ready();
      await allAnswered([load.commander]);
      await delay(Math.random() * 300);
    }
    expectPromised(load);
    return `${kills} gateways killed; ${load.commander.brokenOff()} requests were repeated at the other`;
  },
};

const CURED_WITHIN_MS = 200_000;

const allAtOnce: Fault = {
  id: '29-all-at-once',
  what:
    'kill -9 of every process in turn, while 64 poisoned events come again and again, a stream is full, one organization ' +
    'changes one policy sixteen times at once and another floods the platform',
  replicated: true,
  slow: true,
  async run(stage, load, scale) {
    const poisoned = await poison(stage, load.commander, `${load.organizationId}-poison`);
    const full = await fillStream(stage, 'BILLING');
    const hot = await startHotTenant(stage, `${load.organizationId}-hot`);
    const noisy = await startNoisyTenant(stage, `${load.organizationId}-noisy`);
    try {
      for (const name of everyone.slice(0, scale(everyone.length, 4))) {
        await stage.kill(name);
        await flows(load, 20);
        await stage.ready();
        await allAnswered([load.commander, hot.commander]);
      }
    } finally {
      await Promise.all([hot.end(), noisy.end()]);
      await full.empty();
    }
    expectPromised(load);
    expectPromised(hot);
    await poisoned.cure(CURED_WITHIN_MS);
    return `${everyone.length} kills; the hot organization: ${percent(measureAvailability(hot.commander))} answered; 64 poisoned events done once cured`;
  },
};

export const replicaFaults = [oneOfEach, gatewaysKilled, allAtOnce];
