import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { listenLocally } from '@staycover/testing';
import { readConfig } from './config.ts';
import { type RunningGateway, startGateway } from './gateway.ts';

let gateway: RunningGateway | undefined;

afterEach(() => gateway?.stop());

const start = async (environment: Record<string, string>): Promise<RunningGateway> => {
  gateway = await startGateway(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', ...environment }));
  return gateway;
};

const production = {
  NODE_ENV: 'production',
  AUTH_MODE: 'jwt',
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'staycover',
  AUTH_JWKS_URL: 'https://issuer.example/jwks',
};

describe('/metrics of the gateway', () => {
  test('answers a developer, also while services are down', async () => {
    const { url } = await start({});
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('process_start_time_seconds{service="gateway"}');
  });

  test('shows the others in time when a service hangs', async () => {
    const hanging = createServer(() => undefined);
    const { url } = await start({ CLAIMS_URL: await listenLocally(hanging) });
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(4_000) });
    expect(await answer.text()).toContain('process_start_time_seconds{service="gateway"}');
    hanging.closeAllConnections();
    hanging.close();
  });

  test('is nothing for clients in production', async () => {
    const { url } = await start(production);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });

  test('has its own port when one is configured', async () => {
    const { url, metricsUrl } = await start({ ...production, METRICS_PORT: '0' });
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain('service="gateway"');
  });
});
