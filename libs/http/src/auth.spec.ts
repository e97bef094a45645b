import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { lookupReservation, type RouteContract, receiveDeal } from '@staycover/api';
import type { Authenticator } from '@staycover/auth';
import { type Actor, DomainError } from '@staycover/kernel';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { handle } from './route.ts';

let server: Server;

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

type Answering = Parameters<typeof handle>[1];

/** What is answered to a caller with credentials. */
const askWith = async (
  contract: RouteContract,
  authenticate: Authenticator,
  answering: Answering,
): Promise<[status: number, body: unknown]> => {
  const route = handle(contract, answering);
  const logger = pino({ level: 'silent' });
  server = createServer(createApp({ publicUrl: 'http://localhost', logger, routes: [route], authenticate }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${contract.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
    body: JSON.stringify({ claimToken: 'x'.repeat(22) }),
  });
  return [answer.status, await answer.json()];
};

/** The same, with who was let in as the body. */
const ask = (contract: RouteContract, failure: string) =>
  askWith(
    contract,
    async () => {
      throw new DomainError(failure, 'No.');
    },
    async ({ actor }) => ({ body: actor }),
  );

const guest = { id: 'anonymous', organizations: [], roles: [] };

test.each<[string, RouteContract, string, number, object]>([
  ['not valid is a guest where guests are served', lookupReservation, 'unauthenticated', 200, guest],
  ['not to be checked now is asked to come again', lookupReservation, 'service-unavailable', 503, { status: 503 }],
  ['not valid is known by the signature', receiveDeal, 'unauthenticated', 200, guest],
  ['not to be checked now is known by the signature', receiveDeal, 'service-unavailable', 200, guest],
])('a caller with credentials that are %s', async (_what, contract, failure, status, body) => {
  expect(await ask(contract, failure)).toEqual([status, expect.objectContaining(body)]);
});

const dana: Actor = { id: 'dana', organizations: ['acme', 'globex'], roles: ['read'] };

test.each<[string, () => Actor, boolean]>([
  ['that are as they were', () => structuredClone(dana) as Actor, true],
  ['in another order', () => ({ ...dana, organizations: ['globex', 'acme'] }), true],
  ['of fewer organizations', () => ({ ...dana, organizations: ['globex'] }), false],
  ['of no roles', () => ({ ...dana, roles: [] }), false],
  ['that are no longer good', () => raise('unauthenticated'), false],
  ['that cannot be checked now', () => raise('service-unavailable'), true],
])('later in a call, credentials %s', async (_what, later, isGood) => {
  const found = [() => dana, later];
  const authenticate = async () => found.shift()!();
  const answering: Answering = async ({ isAuthenticated }) => ({ body: { isGood: await isAuthenticated() } }) as never;
  expect(await askWith(lookupReservation, authenticate, answering)).toEqual([200, { isGood }]);
});

const raise = (code: string): never => {
  throw new DomainError(code, 'No.');
};
