import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { ChildSpec } from './child.ts';
import { onStopSignal } from './stop-signal.ts';
import { type SuperviseOptions, type Supervisor, superviseAll } from './supervisor.ts';

const SERVE = `
  require('node:http').createServer((req, res) => {
    if (req.url === '/crash') process.exit(3);
    res.end(String(process.pid));
  }).listen(process.env.PORT, '127.0.0.1');
  process.on('disconnect', () => process.exit());
`;
const DRAIN = `process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });`;
const IDLE = 'setInterval(() => {}, 1000)';
const STUBBORN = `process.on('SIGTERM', () => {});`;
const WITH_OFFSPRING = `
  const offspring = require('node:child_process').spawn('sleep', ['1000'], { stdio: 'ignore' });
  console.log('offspring ' + offspring.pid);
`;

const running: Supervisor[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((supervisor) => supervisor.stop()));
});

async function child(name: string, script: string): Promise<ChildSpec & { url: string }> {
  const url = `http://127.0.0.1:${await openPort()}`;
  const env = { ...process.env, PORT: new URL(url).port };
  return { name, command: process.execPath, args: ['-e', script], env, readyUrl: `${url}/ready`, url };
}

async function openPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

function superviseRecorded(specs: ChildSpec[], options: Partial<SuperviseOptions> = {}) {
  const messages: string[] = [];
  const lines: string[] = [];
  const supervisor = superviseAll(specs, {
    say: (line) => messages.push(line),
    onLine: (name, line) => lines.push(`${name}: ${line}`),
    backoff: { first: 20, longest: 50, resetAfter: 60_000 },
    ...options,
  });
  running.push(supervisor);
  return { supervisor, messages, lines };
}

async function until<T>(probe: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found) return found;
    await delay(10);
  }
}

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const gone = (pid: number) => until(() => !alive(pid));
const answer = async (url: string) => (await fetch(url)).text();

describe('superviseAll', () => {
  test('is ready when every child answers', async () => {
    const [one, two] = [await child('one', SERVE), await child('two', SERVE)];
    const { supervisor, messages } = superviseRecorded([one, two]);

    await supervisor.ready();

    expect(await answer(one.url)).toBe(String(supervisor.children[0]?.pid));
    expect(await answer(two.url)).toBe(String(supervisor.children[1]?.pid));
    expect(messages.toSorted()).toEqual(['one: ready', 'two: ready']);
  });

  test('names the children that are not ready in time', async () => {
    const { supervisor } = superviseRecorded([await child('fine', SERVE), await child('mute', IDLE)]);

    await expect(supervisor.ready(1_000)).rejects.toThrow('Not ready after 1 s: mute');
  });

  test('given a child that ends as its settings are wrong, then it is not started again', async () => {
    const { supervisor, lines, messages } = superviseRecorded([
      await child('fine', SERVE),
      await child('wrong', `console.error('PORT: must be a number'); process.exitCode = 78;`),
    ]);

    const fault = 'wrong cannot start with its settings.\nPORT: must be a number';
    await expect(supervisor.ready()).rejects.toThrow(fault);

    expect(lines).toEqual(['wrong: PORT: must be a number']);
    expect(messages.filter((message) => message.includes('restarting'))).toEqual([]);
  });

  test('does not wait for readiness that a stop has made impossible', async () => {
    const { supervisor } = superviseRecorded([await child('mute', IDLE)]);
    const ready = supervisor.ready();

    await Promise.all([supervisor.stop(), expect(ready).rejects.toThrow('mute was stopped before it was ready')]);
  });

  test('restarts a child that crashed', async () => {
    const frail = await child('frail', SERVE);
    const { supervisor, messages } = superviseRecorded([frail]);
    await supervisor.ready();
    const before = supervisor.children[0]?.pid;

    await fetch(`${frail.url}/crash`).catch(() => {});

    await until(() => messages.filter((line) => line === 'frail: ready').length === 2);
    expect(messages).toEqual(['frail: ready', 'frail: ended with code 3, restarting in 0.02 s', 'frail: ready']);
    expect(supervisor.children[0]).toMatchObject({ restarts: 1 });
    expect(supervisor.children[0]?.pid).not.toBe(before);
  });

  test.each([
    { trouble: 'a child that always crashes', resetAfter: 60_000, waits: ['0.02', '0.04', '0.05', '0.05'] },
    { trouble: 'a child that was healthy for long enough', resetAfter: 0, waits: ['0.02', '0.02', '0.02', '0.02'] },
  ])('waits between restarts of $trouble: $waits', async ({ resetAfter, waits }) => {
    const { messages } = superviseRecorded([await child('broken', 'process.exit(1)')], {
      backoff: { first: 20, longest: 50, resetAfter },
    });

    await until(() => messages.length >= 4);

    const expected = waits.map((seconds) => `broken: ended with code 1, restarting in ${seconds} s`);
    expect(messages.slice(0, 4)).toEqual(expected);
  });

  test('prints why a command cannot start', async () => {
    const { messages } = superviseRecorded([{ ...(await child('absent', '')), command: '/no/such/program' }]);

    await until(() => messages.length > 0);

    expect(messages[0]).toMatch(/^absent: could not start \(.*ENOENT.*\), restarting/);
  });

  test('passes on what children write, to the last line', async () => {
    const { supervisor, lines } = superviseRecorded([await child('chatty', `${SERVE}${DRAIN}console.error('hello')`)]);
    await supervisor.ready();

    await supervisor.stop();

    expect(lines).toEqual(['chatty: hello', 'chatty: drained']);
  });

  test('stops the groups in order', async () => {
    const names = ['billing', 'policy', 'gateway'];
    const specs = await Promise.all(names.map((name) => child(name, SERVE + DRAIN)));
    const { supervisor, lines } = superviseRecorded(specs, { stopOrder: [['gateway'], ['policy']] });
    await supervisor.ready();

    await Promise.all([supervisor.stop(), supervisor.stop()]);

    expect(lines).toEqual(['gateway: drained', 'policy: drained', 'billing: drained']);
    expect(supervisor.children.map(({ pid }) => pid)).toEqual([undefined, undefined, undefined]);
  });

  test('kills a process that does not stop, and its children', async () => {
    const stubborn = await child('stubborn', SERVE + STUBBORN + WITH_OFFSPRING);
    const { supervisor, messages, lines } = superviseRecorded([stubborn], { stopLimit: 100 });
    await supervisor.ready();
    const offspring = await until(() => Number(lines[0]?.replace('stubborn: offspring ', '')));
    const pids = [supervisor.children[0]!.pid!, offspring];
    expect(pids.map(alive)).toEqual([true, true]);

    await supervisor.stop();

    await Promise.all(pids.map(gone));
    expect(messages.at(-1)).toBe('stubborn: did not stop within 0.1 s, killed');
  });

  test('stops a child that waits for its restart', async () => {
    const { supervisor, messages } = superviseRecorded([await child('broken', 'process.exit(1)')], {
      backoff: { first: 1_000_000, longest: 1_000_000, resetAfter: 60_000 },
    });
    await until(() => messages.length === 1);

    await supervisor.stop();

    expect(supervisor.children[0]?.pid).toBeUndefined();
  });

  test('lets children notice that the supervisor was killed', async () => {
    const orphan = await child('orphan', SERVE);
    const source = `
      import { superviseAll } from ${JSON.stringify(resolve(import.meta.dirname, 'supervisor.ts'))};
      const { ready, children } = superviseAll([${JSON.stringify(orphan)}], { say() {}, onLine() {} });
      await ready();
      console.log(children[0].pid);
    `;
    const args = ['--input-type=module', '-e', source];
    const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number((await once(parent.stdout, 'data')).toString());
    expect(alive(pid)).toBe(true);

    parent.kill('SIGKILL');

    await gone(pid);
  });
});

describe('onStopSignal', () => {
  test('runs the handler once, however often and whichever signals come', async () => {
    const handled: string[] = [];
    const release = onStopSignal((signal) => handled.push(signal));

    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) process.emit(signal, signal);
    release();

    expect(handled).toEqual(['SIGTERM']);
  });
});
