import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { IMAGES, type Images } from './images.ts';

const { postgres: POSTGRES, nats: NATS } = IMAGES;
const OWNER = 'staycover.owner';

/** What a Docker engine has, and how its registry answers a pull. */
type Engine = {
  images: string[];
  registry: (answer: ServerResponse) => void;
  containers?: { Id: string; owner: string }[];
};

let home: string;
let engine: string;
let asked: string[];
let stopEngine: () => Promise<void>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'engine-'));
  engine = '';
  asked = [];
  stopEngine = async () => undefined;
});

afterEach(async () => {
  await stopEngine();
  await rm(home, { recursive: true });
});

/** An engine that speaks as much of Docker's protocol as the choice needs. */
const startEngine = async ({ images, registry, containers = [] }: Engine): Promise<void> => {
  const answers = (path: string, answer: ServerResponse): void => {
    const image = /^\/images\/(.+)\/json/.exec(path)?.[1];
    const known = image === undefined || images.includes(decodeURIComponent(image));
    if (path.startsWith('/images/create')) registry(answer);
    else if (!known) answer.writeHead(404).end(JSON.stringify({ message: `No such image: ${image}` }));
    else if (path.startsWith('/containers/json')) {
      const listed = containers.map(({ Id, owner }) => ({ Id, Image: POSTGRES, Labels: { [OWNER]: owner } }));
      answer.end(JSON.stringify(listed));
    } else answer.end(JSON.stringify({ ServerVersion: '28.0.0', OperatingSystem: 'Debian' }));
  };
  const server = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    answer.setHeader('content-type', 'application/json');
    answers(request.url!, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  engine = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stopEngine = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
};

/** The choice and the output of a separate process; fails unless it exits on its own. */
const choose = async (environment: Record<string, string> = {}): Promise<{ containers?: Images; lines: string[] }> => {
  const call = `import { chooseContainers } from ${JSON.stringify(join(import.meta.dirname, 'engine.ts'))};
    const lines = [];
    const containers = await chooseContainers((line) => lines.push(line), 500);
    console.log(JSON.stringify({ containers, lines }));`;
  const env = { PATH: process.env.PATH, HOME: home, DOCKER_HOST: engine, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', call], {
    env,
    timeout: 30_000,
  });
  return JSON.parse(stdout);
};

const never = (answer: ServerResponse): void =>
  void answer.writeHead(500).end('{"message":"nothing should be pulled"}');
const refuses = (answer: ServerResponse): void =>
  void answer.writeHead(500).end('{"message":"lookup registry.example: no such host"}');
const isSilent = (): void => undefined;
const stopsSending = (answer: ServerResponse): void => void answer.write('{"status":"Pulling"}\n');
const fails = (answer: ServerResponse): void => void answer.end('{"status":"Pulling"}\n{"error":"manifest unknown"}\n');
const sends = (answer: ServerResponse): void => void answer.end('{"status":"Pulling"}\n{"status":"Pull complete"}\n');

test('an engine that has the images gives containers', async () => {
  await startEngine({ images: [POSTGRES, NATS], registry: never });

  expect(await choose()).toEqual({ containers: IMAGES, lines: ['containers, on Docker 28.0.0'] });
});

test('an image that the engine has by its tag alone, as one that was built there, is taken', async () => {
  await startEngine({ images: [POSTGRES, 'nats:2.12-alpine'], registry: never });

  expect((await choose()).containers).toEqual({ postgres: POSTGRES, nats: 'nats:2.12-alpine' });
});

test('images that are not there are pulled by their digest', async () => {
  await startEngine({ images: [POSTGRES], registry: sends });

  expect(await choose({ TEST_INFRA: 'containers' })).toEqual({
    containers: IMAGES,
    lines: [`pulling ${NATS}`, 'containers, on Docker 28.0.0'],
  });
});

test.each([
  { registry: refuses, problem: 'refuses', reason: 'no such host' },
  { registry: isSilent, problem: 'never answers', reason: 'the registry sends nothing for 0.5 s' },
  { registry: stopsSending, problem: 'stops in the middle', reason: 'the registry sends nothing for 0.5 s' },
  { registry: fails, problem: 'does not know the image', reason: 'manifest unknown' },
])(
  'an engine with a registry that $problem leads to embedded servers, with the reason in the output',
  async ({ registry, reason }) => {
    await startEngine({ images: [POSTGRES], registry });

    const { containers, lines } = await choose({ TEST_INFRA: 'containers' });

    expect(containers).toBeUndefined();
    expect(lines.at(-1)).toContain(`embedded servers, for containers cannot be had: ${NATS} cannot be pulled: `);
    expect(lines.at(-1)).toContain(reason);
  },
);

test('TEST_INFRA=embedded asks no engine', async () => {
  await startEngine({ images: [POSTGRES, NATS], registry: never });

  const chosen = await choose({ TEST_INFRA: 'embedded' });

  expect(chosen).toEqual({ lines: ['embedded servers, by TEST_INFRA'] });
  expect(asked).toEqual([]);
});

test('any other TEST_INFRA is refused', async () => {
  await expect(choose({ TEST_INFRA: 'docker' })).rejects.toThrow(
    "TEST_INFRA is 'containers' or 'embedded', not 'docker'",
  );
});

test('containers of runs on this machine that are gone are removed, and no others', async () => {
  const containers = [
    { Id: 'left-behind', owner: `${hostname()} 1073741824 node jest` },
    { Id: 'of-another-machine', owner: 'elsewhere 1073741824 node jest' },
  ];
  await startEngine({ images: [POSTGRES, NATS], registry: never, containers });

  const { lines } = await choose();

  expect(lines).toContain(`removing a container of ${POSTGRES}, left behind by process 1073741824`);
  expect(asked.filter((line) => line.startsWith('DELETE'))).toEqual([
    expect.stringContaining('/containers/left-behind'),
  ]);
});
