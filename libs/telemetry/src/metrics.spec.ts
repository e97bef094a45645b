import { describe, expect, jest, test } from '@jest/globals';
import { createMetrics, mergeMetrics } from './metrics.ts';

const findSamples = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

describe('the metrics of a service', () => {
  test('contain the measured values, with the name of the service', async () => {
    const metrics = createMetrics('billing');

    metrics.of('httpDuration').observe({ method: 'GET', route: '/api/invoice/:id', status: 200 }, 0.003);

    const [count] = findSamples(await metrics.render(), 'http_server_request_duration_seconds_count');
    expect(count).toContain('service="billing"');
    expect(count).toContain('route="/api/invoice/:id"');
    expect(count).toMatch(/ 1$/);
  });

  test('contain only requested metrics, besides those of the process', async () => {
    const text = await createMetrics('gateway').render();

    expect(text).not.toContain('outbox_');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  test('are sampled together on a scrape, and not again at once', async () => {
    const metrics = createMetrics('policy');
    let readings = 0;
    metrics.sample(() => metrics.of('outboxDepth').set(++readings), 60_000);

    await Promise.all([metrics.render(), metrics.render()]);

    expect(findSamples(await metrics.render(), 'outbox_unpublished_events')).toEqual([
      'outbox_unpublished_events{service="policy"} 1',
    ]);
  });

  test('that take long are read more rarely: a hundredth of the time at most', async () => {
    const metrics = createMetrics('policy');
    let readings = 0;
    metrics.sample(async () => {
      readings += 1;
      const until = performance.now() + 20;
      while (performance.now() < until) await Promise.resolve();
    }, 0);
    for (let looks = 0; looks < 3; looks++) await metrics.render();
    expect(readings).toBe(1);
  });

  test('that fail after a wait are read again half a minute later', async () => {
    const metrics = createMetrics('policy');
    let [now, readings] = [performance.now(), 0];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    metrics.sample(() => {
      readings += 1;
      now += 2_500;
      throw new Error('away');
    });
    const readAfter = async (ms: number) => {
      now += ms;
      await metrics.render();
      return readings;
    };
    expect([await readAfter(0), await readAfter(27_000), await readAfter(1_000)]).toEqual([1, 1, 2]);
    jest.restoreAllMocks();
  });

  test('do not wait long for what does not come', async () => {
    const metrics = createMetrics('policy');
    metrics.of('natsConnected').set(0);
    metrics.sample(() => new Promise(() => undefined));

    expect(await metrics.render()).toContain('nats_connected{service="policy"} 0');
  });

  test('count what could not be read, and keep the rest', async () => {
    const metrics = createMetrics('policy');
    metrics.of('natsConnected').set(1);
    metrics.sample(() => Promise.reject(new Error('away')));

    const text = await metrics.render();

    expect(text).toContain('metrics_sample_failures_total{service="policy"} 1');
    expect(text).toContain('nats_connected{service="policy"} 1');
  });
});

test('the metrics of several services are one text, every heading once', async () => {
  const services = ['billing', 'policy'].map((name) => {
    const metrics = createMetrics(name);
    metrics.of('natsConnected').set(1);
    return metrics;
  });

  const text = mergeMetrics(await Promise.all(services.map((each) => each.render())));

  expect(text.match(/# TYPE nats_connected /g)).toHaveLength(1);
  expect(findSamples(text, 'nats_connected')).toEqual([
    'nats_connected{service="billing"} 1',
    'nats_connected{service="policy"} 1',
  ]);
});
