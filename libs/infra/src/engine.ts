import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import type { ContainerRuntimeClient } from 'testcontainers';
import { IMAGES, type Images, imageNames } from './images.ts';
import { commandLine } from './processes.ts';
import type { Say } from './server.ts';

/** What names, on a container, the process that started it. */
const OWNER = 'staycover.owner';
const SILENCE_LIMIT = 15_000;

/**
 * The images for the servers of specs, when a Docker engine answers and has or can pull them; undefined for embedded
 * servers, as with `TEST_INFRA=embedded`. Prints the choice and the reason. A registry that sends nothing for
 * `silenceLimit` ms counts as unreachable.
 */
export async function chooseContainers(say: Say, silenceLimit = SILENCE_LIMIT): Promise<Images | undefined> {
  const wanted = process.env.TEST_INFRA || 'containers';
  if (!['containers', 'embedded'].includes(wanted)) {
    throw new Error(`TEST_INFRA is 'containers' or 'embedded', not '${wanted}'`);
  }
  if (wanted === 'embedded') {
    say('embedded servers, by TEST_INFRA');
    return undefined;
  }
  try {
    const engine = await findEngine();
    const ensure = (image: string) => ensureImage(engine, image, say, silenceLimit);
    const [postgres, nats] = await Promise.all([ensure(IMAGES.postgres), ensure(IMAGES.nats)]);
    await removeAbandoned(engine, say);
    say(`containers, on Docker ${engine.info.containerRuntime.serverVersion}`);
    return { postgres, nats };
  } catch (error) {
    say(`embedded servers, for containers cannot be had: ${describeError(error)}`);
    return undefined;
  }
}

async function findEngine(): Promise<ContainerRuntimeClient> {
  // The next run removes containers of killed runs: one image fewer, and no container gets the engine's socket.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient();
}

/** The name of an image that is there; pulls it by its digest otherwise, as long as the registry keeps sending. */
async function ensureImage(engine: ContainerRuntimeClient, pinned: string, say: Say, silenceLimit: number) {
  const { ImageName } = await import('testcontainers');
  for (const name of imageNames(pinned)) if (await engine.image.exists(ImageName.fromString(name))) return name;
  await pull(engine, pinned, say, silenceLimit);
  return pinned;
}

async function pull({ container }: ContainerRuntimeClient, name: string, say: Say, silenceLimit: number) {
  say(`pulling ${name}`);
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), silenceLimit);
  try {
    const progress = await container.dockerode.pull(name, { abortSignal: silent.signal });
    for await (const line of createInterface({ input: progress, signal: silent.signal })) {
      timer.refresh();
      const { error } = JSON.parse(line) as { error?: string };
      if (error) throw new Error(error);
    }
    silent.signal.throwIfAborted();
  } catch (cause) {
    const reason = silent.signal.aborted
      ? `the registry sends nothing for ${silenceLimit / 1000} s`
      : describeError(cause);
    throw new Error(`${name} cannot be pulled: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Removes the containers of runs on this machine that were killed before they could. */
async function removeAbandoned({ container: { dockerode } }: ContainerRuntimeClient, say: Say): Promise<void> {
  for (const { Id, Labels, Image } of await dockerode.listContainers({ all: true, filters: { label: [OWNER] } })) {
    const owner = Labels[OWNER]!;
    const [host, pid] = owner.split(' ');
    if (host !== hostname() || owner === (await describeOwner(Number(pid)))) continue;
    say(`removing a container of ${Image}, left behind by process ${pid}`);
    await dockerode
      .getContainer(Id)
      .remove({ force: true, v: true })
      .catch(() => undefined);
  }
}

const describeOwner = async (pid: number): Promise<string> =>
  `${hostname()} ${pid} ${((await commandLine(pid)) ?? '').replaceAll('\0', ' ')}`;

/** Labels of a container that this process answers for. */
export const ownLabels = async (): Promise<Record<string, string>> => ({ [OWNER]: await describeOwner(process.pid) });

/** The first line of what went wrong. */
export const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n', 1)[0]!;
