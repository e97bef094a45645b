import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { contractEvents } from '@staycover/events';
import { eventually, httpClient } from '@staycover/testing';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

jest.setTimeout(300_000);

let platform: TestPlatform;

beforeAll(async () => {
  const backoff = { first: 100, longest: 1_000, resetAfter: 10_000 };
  platform = await startTestPlatform({ replicas: 2, backoff });
});

afterAll(() => platform?.stop());

const deal = (crmDealId: string) => ({ crmDealId, organizationId: 'acme', baseRatePerNight: 4.25 });

/** Asks all the time, in several names; counts what came. */
const askOn = async () => {
  const http = httpClient(platform.gatewayUrl);
  const policy = await eventually('a policy is made', async () => {
    const { status, body } = await http.post('/api/policy', { organizationId: 'acme', name: 'Read' });
    return status === 201 && (body as { id: string });
  });
  const refused: unknown[] = [];
  let answered = 0;
  let stopped = false;
  let asked = 0;
  const asks = [
    () => http.get(`/api/policy/${policy.id}`),
    () => http.get('/api/policy?limit=1'),
    () => http.put(`/api/policy/${policy.id}`, { ratePerNight: (100 + (asked++ % 900)) / 100 }),
    () => http.post('/api/webhook/crm/deal-closed', deal(`D-${asked++}`)),
  ];
  const count = async (ask: (typeof asks)[number]): Promise<void> => {
    while (!stopped) {
      const { status, body } = await ask();
      answered += 1;
      if (status >= 300) refused.push({ status, body });
    }
  };
  const asking = Promise.all(asks.map(count));
  return {
    /** Waits until some more was answered. */
    async flows(more = 40): Promise<void> {
      const before = answered;
      await eventually('answers come', () => answered >= before + more);
    },
    /** What was answered otherwise than 2xx. */
    async end(): Promise<unknown[]> {
      stopped = true;
      await asking;
      return refused;
    },
  };
};

const pidFor = (name: string): number => platform.supervisor.children.find((child) => child.name === name)!.pid!;
const isReady = async (name: string): Promise<boolean> =>
  fetch(`${platform.urls[name]}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

const killed = async (name: string): Promise<void> => {
  const pid = pidFor(name);
  process.kill(pid, 'SIGKILL');
  await eventually(`${name} is back`, async () => pidFor(name) !== pid && isReady(name));
};

describe('with two processes of each service', () => {
  test('no request fails while one of each is killed', async () => {
    const asking = await askOn();
    for (const name of ['policy', 'contract-2', 'contract', 'policy-2']) {
      await asking.flows();
      await killed(name);
    }
    await asking.flows();
    expect(await asking.end()).toEqual([]);
  });

  test('a hanging one delays no client', async () => {
    const http = httpClient(platform.gatewayUrl);
    const pid = pidFor('policy');
    process.kill(pid, 'SIGSTOP');
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => http.get('/api/policy?limit=1')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  test('what one commits is published, whichever of them publishes', async () => {
    const http = httpClient(platform.gatewayUrl);
    for (let i = 0; i < 10; i++) {
      const { body: contract } = await http.post('/api/webhook/crm/deal-closed', deal(`announced-${i}`));
      const isItsDeal = ({ crmDealId }: { crmDealId: string }) => crmDealId === `announced-${i}`;
      const { data } = await platform.events.next(contractEvents.dealClosed, isItsDeal);
      expect(data.contractId).toBe(contract.id);
    }
  });
});
