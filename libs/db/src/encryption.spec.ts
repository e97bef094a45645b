import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** What a client of PostgreSQL sends first when it wants encryption, before its user and password. */
const SSL_REQUEST = '0000000804d2162f';

let server: Server;
let url: string;
let first: string[];

beforeEach(async () => {
  first = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (sent) => {
      first.push(Buffer.from(sent).subarray(0, 8).toString('hex'));
      socket.end('N');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `postgres://billing:secret@127.0.0.1:${(server.address() as AddressInfo).port}/staycover?sslmode=no-verify`;
});

afterEach(() => new Promise((closed) => void server.close(closed)));

test('a service sends nothing unencrypted where its URL asks for encryption', async () => {
  const database = await openDatabase({ url, schema: 'billing', entities: [] });
  await expect(database.run('select 1')).rejects.toThrow(/does not support SSL/);
  await database.close();
  expect(first).toEqual([SSL_REQUEST]);
});

test('migrations send nothing unencrypted where their URL asks for encryption', async () => {
  await expect(migrate(url, 'billing', {})).rejects.toThrow(/does not support SSL/);
  expect(new Set(first)).toEqual(new Set([SSL_REQUEST]));
});
