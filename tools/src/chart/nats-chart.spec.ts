import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { findNats, freePort, IMAGES, type NatsConfigInput, type Server } from '@staycover/infra';
import { parse } from 'yaml';
import { findHelm, NATS_CHART, refusal, renderNats } from './helm.ts';
import { kubernetesFaults, manifestsIn } from './kubernetes.ts';
import { createValuesCheck, type Tree, withValue } from './values.ts';

jest.setTimeout(300_000);

const read = (path: string): string => readFileSync(join(NATS_CHART, path), 'utf8');
const helm = await findHelm((line) => console.warn(line));
const recorded = manifestsIn(read('rendered/production.yaml'));
const defaults = parse(read('values.yaml')) as Tree;
const findFaults = createValuesCheck(read('values.schema.json'));

describe('the recorded manifests of NATS', () => {
  (helm ? test : test.skip)('are what the chart renders', async () => {
    expect(await renderNats(helm!)).toBe(read('rendered/production.yaml'));
  });

  test('are valid objects of Kubernetes', () => {
    expect(kubernetesFaults(recorded)).toEqual([]);
  });

  test('put no two servers on one node, also where there are fewer nodes than servers', () => {
    const { spec } = recorded.find(({ kind }) => kind === 'StatefulSet') as {
      spec: { replicas: number; template: { spec: { topologySpreadConstraints: object[] } } };
    };
    const spread = { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' };
    expect(spec.template.spec.topologySpreadConstraints).toEqual([
      expect.objectContaining({ ...spread, minDomains: spec.replicas }),
    ]);
  });

  test('run the image that is known here, by its digest', () => {
    expect(read('rendered/production.yaml')).toContain(`image: nats@${IMAGES.nats.split('@')[1]}`);
  });
});

/** A wrong value, and why it is refused. */
const WRONG: [path: string, value: unknown, why: RegExp][] = [
  ['replicas', 2, /\/replicas must be equal to one of the allowed values.*\[1,3,5\]/],
  ['replicas', '3', /\/replicas must be integer/],
  ['storage.gib', '50Gi', /\/storage\/gib must be integer/],
  ['storage.size', '50Gi', /\/storage must NOT have additional properties.*size/],
  ['memoryMiB', 64, /\/memoryMiB must be >= 128/],
  ['cpu', 0.5, /\/cpu must be string/],
  ['secret', '', /\/secret must NOT have fewer than 1 characters/],
  ['tls.secret', 'Not A Name', /\/tls\/secret must match pattern/],
  ['image.digest', 'latest', /\/image\/digest must match pattern/],
  ['networkPolicy.clientsFrom', [{ namespace: 'staycover' }], /clientsFrom\/0 must NOT have additional.*namespace/],
  ['networkPolicy.clientsFrom', [{}], /clientsFrom\/0 must NOT have fewer than 1 properties/],
  ['networkPolicy.clientsFrom', [{ ipBlock: { cidr: '10.0.0.1' } }], /cidr must match pattern/],
  ['config.cluster', {}, /must NOT have additional properties.*config/],
];

describe('values of NATS', () => {
  test('of the chart and of a production are what their schema asks for', () => {
    const { networkPolicy } = parse(read('production.yaml')) as { networkPolicy: Tree };
    expect(findFaults(defaults)).toEqual([]);
    expect(findFaults(withValue(defaults, 'networkPolicy.clientsFrom', networkPolicy['clientsFrom']))).toEqual([]);
  });

  test.each(WRONG)('with a wrong %s are refused with the reason: %j', (path, value, why) => {
    expect(findFaults(withValue(defaults, path, value)).join('\n')).toMatch(why);
  });

  (helm ? test : test.skip)('that are wrong are refused by helm, before anything is made', async () => {
    expect(await refusal(helm!, ['--set', 'replicas=4'], NATS_CHART)).toMatch(/replicas.*must be one of/s);
  });
});

describe('the recorded configuration', () => {
  const { data } = recorded.find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
  const names = ['nats-0', 'nats-1', 'nats-2'];
  const servers: Server[] = [];
  let folder: string;
  let given: string | undefined;

  /** The configuration of a pod, with the places of this machine in place of the pod's. */
  const onThisMachine = (name: string, routes: Record<string, number>) => (input: NatsConfigInput) =>
    Object.entries(routes)
      .reduce(
        (text, [other, port]) => text.replace(`${other}.nats-headless:6222`, `127.0.0.1:${port}`),
        data['nats.conf']!,
      )
      .replace(/sync_interval.*\n/, (line) => (input.version.startsWith('2.9.') ? '\n' : line))
      .replace('$POD_NAME', name)
      .replace('port: 4222', `port: ${input.port}`)
      .replace('http: 8222', `http: ${input.monitorPort}`)
      .replace('port: 6222', `listen: "127.0.0.1:${routes[name]}"`)
      .replace('/data', JSON.stringify(input.storeDir))
      .replace('/run/nats/nats.pid', JSON.stringify(join(input.storeDir, 'pid')))
      .replace('include ./accounts.conf', data['accounts.conf']!)
      .replaceAll(/\$NATS_(\w+)_PASSWORD/g, (_, user: string) => `of-${user.toLowerCase()}`);

  beforeAll(async () => {
    given = process.env['NATS_URL'];
    delete process.env['NATS_URL'];
    folder = await mkdtemp(join(tmpdir(), 'nats-chart-'));
    const routes = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()] as const)));
    for (const name of names) {
      const options = { dataDir: join(folder, name), ephemeral: true, say: () => undefined };
      servers.push(await findNats({ ...options, config: onThisMachine(name, routes) }));
    }
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
    if (given) process.env['NATS_URL'] = given;
  });

  test('makes a cluster of three that keeps three copies of a stream for its admin', async () => {
    const connection = await connect({ servers: servers[0]!.url, user: 'admin', pass: 'of-admin' });
    const made = async (): Promise<unknown> => {
      const manager = await jetstreamManager(connection, { timeout: 2_000 });
      return (await manager.streams.add({ name: 'KEPT', subjects: ['kept'], num_replicas: 3 })).cluster?.replicas;
    };
    const untilMade = async (): Promise<unknown> => made().catch(untilMade);
    expect(await untilMade()).toHaveLength(2);
    await connection.close();
  });

  test.each(['billing', 'insight'])('lets %s in by its password alone', async (user) => {
    await (await connect({ servers: servers[1]!.url, user, pass: `of-${user}` })).close();
    await expect(connect({ servers: servers[1]!.url, user, pass: 'of-admin' })).rejects.toThrow(/Authorization/);
  });
});
