import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { everyRole } from '@staycover/kernel';
import { type Client, httpClient } from '@staycover/testing';
import { readConfig } from './config.ts';
import { type RunningGateway, startGateway } from './gateway.ts';

let issuer: LocalIssuer;
let guarded: RunningGateway;
let open: RunningGateway;
let http: Client;

beforeAll(async () => {
  issuer = await localIssuer();
  const environment = { PORT: '0', LOG_LEVEL: 'fatal' };
  guarded = await startGateway(readConfig({ ...environment, ...issuer.environment }));
  open = await startGateway(readConfig(environment));
  http = httpClient(guarded.url);
});

afterAll(async () => {
  await Promise.all([guarded.stop(), open.stop(), issuer.close()]);
});

test.each([
  ['acme', ['acme']],
  [
    ['acme', 'globex'],
    ['acme', 'globex'],
  ],
  ['*', ['*']],
])('a caller of %j learns who it is taken for', async (org, organizations) => {
  const authorization = `Bearer ${await issuer.token({ sub: 'dana', org, roles: ['read', 'ops'] })}`;
  expect(await http.get('/api/me', { authorization })).toMatchObject({
    status: 200,
    body: { id: 'dana', organizations, roles: ['read', 'ops'] },
  });
});

test('a caller without credentials learns that they are needed', async () => {
  expect(await http.get('/api/me')).toMatchObject({ status: 401 });
});

test('without authentication every caller may do everything', async () => {
  expect((await httpClient(open.url).get('/api/me')).body).toEqual({
    id: 'anonymous',
    organizations: ['*'],
    roles: everyRole,
    now: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});
