import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { listen } from '@staycover/service';
import { readConfig } from '../config.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

let gateway: RunningGateway;

beforeEach(async () => {
  gateway = await startGateway(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', PUBLIC_URL: 'http://stays.example' }));
});
afterEach(() => gateway.stop());

/** All that the server answers to these bytes until it closes the connection. */
const answersTo = (bytes: string, url = gateway.url): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => void socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => void (text += chunk.toString()));
    socket.on('close', () => resolve(text)).on('error', reject);
  });

const problemIn = (answer: string): unknown => {
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^Content-Type: application\/problem\+json/m);
  return JSON.parse(body!);
};

const POST = 'POST /api/policy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

describe('what is not HTTP is refused with a problem', () => {
  test.each([
    ['no request at all', 'GARBAGE\r\n\r\n'],
    ['a method that does not exist', 'FOO /api/policy HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a space in the address', 'GET /api/policy/a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['two lengths', `${POST}Content-Length: 10\r\nContent-Length: 5\r\n\r\n`],
    ['a length and chunks', `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ])('%s', async (_what, bytes) => {
    const answer = await answersTo(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(problemIn(answer)).toEqual({
      type: 'http://stays.example/problems/malformed-request',
      title: 'Malformed request',
      status: 400,
      detail: expect.any(String),
      instance: '/',
    });
  });

  test.each(['http://exa[mple.com/api/policy/1', 'http://[::1/api', 'http://a:b/api'])(
    'the address %s',
    async (target) => {
      const answer = await answersTo(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer).toMatch(/^Content-Security-Policy: /im);
      expect(problemIn(answer)).toMatchObject({ status: 400, type: expect.stringMatching(/malformed-request$/) });
    },
  );

  test('a chunk without a size, with the path of its request', async () => {
    const answer = await answersTo(`${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(problemIn(answer)).toMatchObject({ status: 400, instance: '/api/policy' });
  });

  test('an address that is too long', async () => {
    const answer = await answersTo(`GET /api/policy/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(problemIn(answer)).toMatchObject({ status: 431, type: expect.stringMatching(/headers-too-long$/) });
  });
});

test('a request that names a whole address is for its path', async () => {
  const answer = await answersTo(
    'GET http://stays.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test.each(['foo://a', 'foo://a?b=c'])(
  'a request for %s, without a path, is one for the root and passes all guards',
  async (target) => {
    const answer = await answersTo(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 302 /);
    expect(answer).toMatch(/^Content-Security-Policy: /im);
    const foreign = await answersTo(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(foreign).toMatch(/^HTTP\/1\.1 421 /);
  },
);

describe('a request', () => {
  /** A server that loses its connection once the handler calls `fail`. */
  const failing = async (code: string, handler: (response: ServerResponse, fail: () => void) => void) => {
    const server = await listen(
      (_request, response) => {
        const { socket } = response;
        handler(response, () => server.server.emit('clientError', Object.assign(new Error(code), { code }), socket));
      },
      '127.0.0.1',
      0,
    );
    refuseUnreadable(server.server, 'http://stays.example');
    return server;
  };

  test('that does not arrive completely in time is refused with a problem', async () => {
    const server = await failing('ERR_HTTP_REQUEST_TIMEOUT', (_response, fail) => fail());
    const answer = await answersTo(`${POST}Content-Length: 10\r\n\r\n{`, server.url);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(problemIn(answer)).toMatchObject({
      type: 'http://stays.example/problems/request-timeout',
      instance: '/api/policy',
    });
    await server.close();
  });

  test('that is half answered gets nothing in the middle of its answer', async () => {
    const server = await failing('HPE_INVALID_CHUNK_SIZE', (response, fail) => {
      response.writeHead(200, { 'content-length': 10 }).write('half', fail);
    });
    expect(await answersTo(`${POST}Content-Length: 10\r\n\r\n{`, server.url)).toMatch(/\r\n\r\nhalf$/);
    await server.close();
  });

  test('with an unknown expectation is answered as without', async () => {
    const answer = await answersTo(
      'POST /api/policy/1/enroll HTTP/1.1\r\nHost: localhost\r\nExpect: nonsense\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 410 /);
  });
});
