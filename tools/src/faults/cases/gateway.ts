import { eventually } from '@staycover/testing';
import { expectThat, type Fault, timed } from '../fault.ts';

const ASKED_AT_ONCE = 30;

const silentService: Fault = {
  id: '14-service-silent',
  what: 'a service that answers nothing, for it is stopped',
  slow: true,
  alone: true,
  async run(stage) {
    const ask = async () => (await fetch(`${stage.platform.gatewayUrl}/api/claim?limit=1`)).status;
    const isOpen = async () => (await stage.metric('gateway', 'circuit_breaker_open', 'supplier="claims"')) === 1;
    const pid = stage.process('claims').pid!;
    process.kill(pid, 'SIGSTOP');
    try {
      const statuses = new Set(await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask)));
      expectThat(
        `those who wait are refused after 10 s (${[...statuses].join()})`,
        statuses.size === 1 && statuses.has(504),
      );
      await eventually('the breaker is open, and the metric says so', isOpen);
      let refused = 0;
      const later = Array.from({ length: 5 }, async () => {
        const status = await ask();
        if (status === 503) refused += 1;
      });
      const seconds = await timed(() => eventually('all but one, who tries it, are refused', () => refused >= 4));
      expectThat('at once', seconds < 1);
      expectThat(
        'other services are served',
        (await fetch(`${stage.platform.gatewayUrl}/api/policy?limit=1`)).status === 200,
      );
      await Promise.all(later);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually('the breaker is closed again', async () => (await ask()) === 200 && !(await isOpen()), 20_000);
    return `504 after 10 s, then 503 at once; other services were served`;
  },
};

export const gatewayFaults = [silentService];
