import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, readConfig } from './compose.ts';

let t: TestService;

beforeAll(async () => {
  const { CRM_MAPPING_FILE } = readConfig({ DATABASE_URL: 'postgres://unused', NATS_URL: 'nats://unused' });
  t = await startTestService(manifest, compose, { config: { CRM_MAPPING_FILE } });
});

afterAll(() => t.stop());

const send = (path: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(t.service.url + path, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });

const list = '/api/contract/organization/acme';

describe('a service on a machine of a developer, without authentication', () => {
  test.each(['localhost', '127.0.0.1:8082', '[::1]:8082'])('answers by the name %s', async (host) => {
    expect(await send(list, { host })).toBe(200);
  });

  test.each([list, '/metrics', '/nothing'])('answers under no name of a web page: %s', async (path) => {
    expect(await send(path, { host: 'evil.example:8082' })).toBe(421);
  });

  test('reports its health under any name', async () => {
    expect(await send('/healthz', { host: 'evil.example' })).toBe(200);
  });

  test.each(['https://evil.example', 'null'])('changes nothing for a page of %s', async (origin) => {
    expect(await send('/api/webhook/crm/deal-closed', { origin }, 'POST')).toBe(403);
    expect(await send(list, { origin })).toBe(200);
  });
});
