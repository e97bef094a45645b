import { setTimeout as delay } from 'node:timers/promises';
import type { GenericContainer } from 'testcontainers';
import { type Containers, once, type Say, type Server } from './server.ts';

const POSTGRES_IMAGE = 'postgres:18-alpine';
export const NATS_IMAGE = 'nats:2.12-alpine';
const PULL_LIMIT = 60_000;

/** How tests get their servers: `TEST_INFRA=containers|embedded`, otherwise containers when they are to be had. */
export function testContainersMode(): Containers {
  const wanted = process.env.TEST_INFRA || undefined;
  if (wanted === undefined) return 'prefer';
  if (wanted === 'containers') return 'require';
  if (wanted === 'embedded') return 'never';
  throw new Error(`TEST_INFRA is 'containers' or 'embedded', not '${wanted}'`);
}

/** PostgreSQL settings as command line arguments. */
export const asArguments = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** PostgreSQL in a container; undefined when `mode` allows to go without and there is no way to run one. */
export function postgresContainer(mode: Containers, settings: Record<string, string>, say: Say) {
  return startContainer({
    name: 'PostgreSQL',
    image: POSTGRES_IMAGE,
    port: 5432,
    url: (address) => `postgres://postgres:development@${address}/postgres`,
    configure: async (container) => {
      const { Wait } = await import('testcontainers');
      return container
        .withEnvironment({ POSTGRES_PASSWORD: 'development' })
        .withCommand(['postgres', ...asArguments(settings)])
        // The image starts PostgreSQL once to set it up, and then again to stay.
        .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2));
    },
    mode,
    say,
  });
}

/** NATS with JetStream in a container, with the given configuration file or the defaults. */
export function natsContainer(mode: Containers, config: string | undefined, say: Say) {
  const target = '/etc/nats/staycover.conf';
  return startContainer({
    name: 'NATS',
    image: NATS_IMAGE,
    port: 4222,
    url: (address) => `nats://${address}`,
    configure: async (container) => {
      const { Wait } = await import('testcontainers');
      const waiting = container.withWaitStrategy(Wait.forLogMessage(/Server is ready/));
      if (config === undefined) return waiting.withCommand(['-js']);
      return waiting.withCopyContentToContainer([{ content: config, target }]).withCommand(['-c', target]);
    },
    mode,
    say,
  });
}

type Recipe = {
  name: string;
  image: string;
  port: number;
  url(address: string): string;
  configure(container: GenericContainer): Promise<GenericContainer>;
  mode: Containers;
  say: Say;
};

async function startContainer({ name, image, port, url, configure, mode, say }: Recipe): Promise<Server | undefined> {
  if (mode === 'never') return undefined;
  try {
    const { GenericContainer } = await import('testcontainers');
    await ensureImage(image);
    const started = await (await configure(new GenericContainer(image).withExposedPorts(port))).start();
    const address = `${started.getHost()}:${started.getMappedPort(port)}`;
    say(`${name}: ready in a container of ${image} on ${address}`);
    const stop = once(async () => void (await started.stop()));
    return { url: url(address), description: `${name} in a container of ${image} on ${address}`, stop };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (mode === 'require') throw new Error(`${name} cannot run in a container: ${reason}`, { cause });
    say(`${name}: no container (${reason}), using the embedded server`);
    return undefined;
  }
}

async function ensureImage(name: string): Promise<void> {
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers');
  const { image } = await getContainerRuntimeClient();
  if (await image.exists(ImageName.fromString(name))) return;
  const late = delay(PULL_LIMIT, undefined, { ref: false }).then(() => {
    throw new Error(`pulling ${name} takes more than ${PULL_LIMIT / 1000} s`);
  });
  await Promise.race([image.pull(ImageName.fromString(name)), late]);
}
