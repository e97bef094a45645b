import type { GenericContainer } from 'testcontainers';
import { describeError, ownLabels } from './engine.ts';
import { once, type Say, type Server } from './server.ts';

const SHARED_MEMORY = 256 * 1024 ** 2;

/** PostgreSQL settings as command line arguments. */
export const asArguments = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** PostgreSQL in a container of `image`; undefined, after saying why, when it does not start. */
export function postgresContainer(
  image: string,
  settings: Record<string, string>,
  initdb: readonly string[],
  say: Say,
) {
  return startContainer({
    name: 'PostgreSQL',
    image,
    port: 5432,
    url: (address) => `postgres://postgres:development@${address}/postgres`,
    configure: async (container) => {
      const { Wait } = await import('testcontainers');
      return (
        container
          .withEnvironment({ POSTGRES_PASSWORD: 'development', POSTGRES_INITDB_ARGS: initdb.join(' ') })
          .withCommand(['postgres', ...asArguments(settings)])
          .withSharedMemorySize(SHARED_MEMORY)
          // The image starts PostgreSQL once to set it up, and then again to stay.
          .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
      );
    },
    say,
  });
}

/** NATS with JetStream in a container of `image`, with the given configuration file or the defaults; undefined as above. */
export function natsContainer(image: string, config: string | undefined, say: Say) {
  const target = '/etc/nats/staycover.conf';
  return startContainer({
    name: 'NATS',
    image,
    port: 4222,
    url: (address) => `nats://${address}`,
    configure: async (container) => {
      const { Wait } = await import('testcontainers');
      const waiting = container.withWaitStrategy(Wait.forLogMessage(/Server is ready/));
      if (config === undefined) return waiting.withCommand(['-js']);
      return waiting.withCopyContentToContainer([{ content: config, target }]).withCommand(['-c', target]);
    },
    say,
  });
}

type Recipe = {
  name: string;
  image: string;
  port: number;
  url(address: string): string;
  configure(container: GenericContainer): Promise<GenericContainer>;
  say: Say;
};

async function startContainer({ name, image, port, url, configure, say }: Recipe): Promise<Server | undefined> {
  try {
    const { GenericContainer } = await import('testcontainers');
    const container = new GenericContainer(image).withExposedPorts(port).withLabels(await ownLabels());
    const started = await (await configure(container)).start();
    const description = `${name} in a container of ${image} on ${started.getHost()}:${started.getMappedPort(port)}`;
    say(description);
    const stop = once(async () => void (await started.stop()));
    return { url: url(`${started.getHost()}:${started.getMappedPort(port)}`), description, stop };
  } catch (error) {
    say(`${name}: no container (${describeError(error)}), using the embedded server`);
    return undefined;
  }
}
