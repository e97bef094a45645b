import { parseArgs } from 'node:util';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { openDeadLetters, RECEIVED, streamName } from '@staycover/messaging';
import type { Manifest } from '@staycover/service';
import { manifests, publishers } from '../manifests.ts';
import { describeError } from '../provisioning/connecting.ts';
import { byDatabase } from '../provisioning/databases.ts';
import {
  askEach,
  type Command,
  type Context,
  connectedTo,
  inSchemas,
  JSON_FLAG,
  requireDatabases,
  SERVERS_HELP,
  type Servers,
  type Sql,
  withNats,
} from './command.ts';
import { consumerStandings } from './consumers.ts';
import { checkSchedules } from './failed-schedules.ts';
import type { Finding } from './finding.ts';
import { checkLockHolders } from './lock-holders.ts';
import { unlessMissing } from './missing-stream.ts';
import { outboxStatus } from './outbox.ts';
import { checkSkipped, checkSkippedInbound } from './skipped-events.ts';
import { checkEnds } from './stream-ends.ts';

const OLD_SECONDS = 60;
const MAX_SKEW_SECONDS = 5;
const FULL = 0.7;

/** Runs all checks of an operator, and prints the remedies. */
export const doctor: Command = {
  usage: `doctor [--json]   lists problems and remedies; ends with status 1 when there are any
${SERVERS_HELP}`,
  async run(context) {
    const { values } = parseArgs({ args: context.args, options: JSON_FLAG });
    const findings = [
      ...(await checkOrReport('PostgreSQL', () => checkDatabases(context.servers))),
      ...(await checkOrReport('NATS', () => withNats(context.servers, checkNats))),
      ...(await checkOrReport('streams', () =>
        withNats(context.servers, (connection) =>
          askEach(context.servers, serviceNames(manifests), (sql, service) =>
            checkOrReport(`stream ${streamName(service)}`, () => checkEnds(sql, connection, service)),
          ),
        ),
      )),
      ...(await checkOrReport('events', () =>
        withNats(context.servers, (connection) => checkSkipped(context.servers, connection)),
      )),
    ];
    printFindings(context, findings, values.json);
    if (findings.length > 0)
      throw new Error(`${findings.length} ${findings.length === 1 ? 'thing is' : 'things are'} wrong.`);
  },
};

const printFindings = ({ print }: Context, findings: readonly Finding[], asJson: boolean): void => {
  if (asJson) return findings.forEach((finding) => print(JSON.stringify(finding)));
  if (findings.length === 0) return print('Nothing is wrong.');
  for (const { where, wrong, remedy } of findings) print(`${where}: ${wrong}\n    ${remedy}`);
};

const checkOrReport = async (where: string, check: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await check();
  } catch (error) {
    const remedy =
      'Start it, or correct its address and login. If it runs and does not answer, as NATS after a full disk, restart it.';
    return [{ where, wrong: `cannot be asked: ${describeError(error)}`, remedy }];
  }
};

/** Checks each database separately: an unavailable one does not hide findings of the others. */
const checkDatabases = async (servers: Servers): Promise<Finding[]> => {
  const databases = byDatabase(requireDatabases(servers));
  const found: Finding[] = [];
  for (const [url, services] of databases) {
    const own = manifests.filter(({ name }) => services.includes(name));
    const server = databases.length === 1 ? '' : ` of ${services.join(', ')}`;
    found.push(
      ...(await checkOrReport(`PostgreSQL${server}`, () => connectedTo(url, (sql) => checkDatabase(sql, own)))),
    );
  }
  return found;
};

const checkDatabase = async (sql: Sql, services: readonly Manifest[]): Promise<Finding[]> => {
  const found = [...(await checkWritable(sql)), ...(await checkClock(sql))];
  const missing = await checkSchemas(sql, services);
  if (missing.length > 0) return [...found, ...missing];
  for (const check of [checkOutboxes, checkRelays, checkLockHolders, checkDeadLetters, checkSchedules])
    found.push(...(await check(sql, services)));
  return found;
};

const checkWritable = async (sql: Sql): Promise<Finding[]> => {
  const [row] = await sql<{ read_only: string }>(`select current_setting('transaction_read_only') as read_only`);
  if (row!.read_only === 'off') return [];
  const remedy =
    'Give it room if its disk is full, and allow writing again; if another server is the primary, name that.';
  return [{ where: 'PostgreSQL', wrong: 'is read-only: services answer 503', remedy }];
};

const checkClock = async (sql: Sql): Promise<Finding[]> => {
  const [row] = await sql<{ ms: string }>('select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms');
  const skew = Math.abs(Number(row!.ms) - Date.now()) / 1_000;
  return skew < MAX_SKEW_SECONDS
    ? []
    : [
        {
          where: 'clock',
          wrong: `the database is ${skew.toFixed(0)} s off this machine`,
          remedy: 'Synchronize the clocks (NTP).',
        },
      ];
};

type Check = (sql: Sql, services: readonly Manifest[]) => Promise<Finding[]>;

const checkSchemas: Check = async (sql, services) => {
  const rows = await sql<{ name: string }>('select schema_name as name from information_schema.schemata');
  const there = new Set(rows.map(({ name }) => name));
  const missing = services.filter(({ name }) => !there.has(name)).map(({ name }) => name);
  if (missing.length === 0) return [];
  return [{ where: 'PostgreSQL', wrong: `has no schema ${missing.join(', ')}`, remedy: 'npm run provision makes it.' }];
};

const checkOutboxes: Check = async (sql, services) => {
  const found = [];
  for (const service of serviceNames(services)) found.push(...(await outboxStatus(sql, service)));
  return found
    .filter(({ oldest_seconds }) => oldest_seconds > OLD_SECONDS)
    .map(({ service, unpublished, oldest_seconds, failing }) => ({
      where: `${service} outbox`,
      wrong: `${unpublished} events wait, the oldest for ${oldest_seconds.toFixed(0)} s; ${failing} failed before`,
      remedy: `Look at last_error in ${service}.outbox: NATS may be away, its disk or the stream full. They go out by themselves afterwards.`,
    }));
};

const checkRelays: Check = async (sql, services) => {
  const rows = await sql<{ name: string }>(
    'select distinct application_name as name from pg_stat_activity where datname = current_database()',
  );
  const connected = new Set(rows.map(({ name }) => name));
  return services
    .flatMap(({ name, follows }) => ['relay', ...(follows ? ['follower'] : [])].map((leader) => ({ name, leader })))
    .filter(({ name, leader }) => !connected.has(`${name}-${leader}`))
    .map(({ name, leader }) => ({
      where: `${name} ${leader}`,
      wrong: leader === 'relay' ? 'no process publishes its events' : 'no process keeps what happens',
      remedy: `Start the ${name} service.`,
    }));
};

const serviceNames = (services: readonly Manifest[]): string[] => services.map(({ name }) => name);

const checkDeadLetters: Check = async (sql, services) =>
  (await inSchemas(sql, serviceNames(services), async (on) => [{ open: await openDeadLetters(on) }]))
    .filter(({ open }) => open > 0)
    .map(({ service, open }) => ({
      where: `${service} dead letters`,
      wrong: `${open} events could not be processed`,
      remedy: `npm run ops -- dead-letters list --service ${service}; then replay or discard them.`,
    }));

const PROVISION = 'npm run provision makes what is missing; the service goes on by itself.';

const checkNats = async (connection: NatsConnection): Promise<Finding[]> => [
  ...(await checkStreams(connection)),
  ...(await checkReceived(connection)),
  ...(await checkConsumers(connection)),
  ...(await checkSkippedInbound(connection)),
];

const checkStreams = async (connection: NatsConnection): Promise<Finding[]> => {
  const manager = await jetstreamManager(connection);
  const found = await Promise.all(
    publishers.map(async (publisher): Promise<Finding[]> => {
      const where = `stream ${streamName(publisher)}`;
      const info = await manager.streams.info(streamName(publisher)).catch(unlessMissing);
      if (!info)
        return [{ where, wrong: 'is missing', remedy: `${PROVISION} Then npm run ops -- ${fillAgain(publisher)}` }];
      const { state, config } = info;
      if (config.max_bytes <= 0 || state.bytes < FULL * config.max_bytes) return [];
      const percent = ((100 * state.bytes) / config.max_bytes).toFixed(0);
      return [
        {
          where,
          wrong: `is ${percent} % full; full, it refuses events, and outboxes hold them`,
          remedy: `Provision with a larger ${publisher.toUpperCase()}_STREAM_MIB.`,
        },
      ];
    }),
  );
  return found.flat();
};

const fillAgain = (publisher: string): string =>
  publisher === 'inbound'
    ? 'inbound republish --since <30 days ago>'
    : `outbox republish --service ${publisher} --since <30 days ago>`;

/** The history of inbound events may be full: its oldest events make room. */
const checkReceived = async (connection: NatsConnection): Promise<Finding[]> => {
  const manager = await jetstreamManager(connection);
  const info = await manager.streams.info(RECEIVED).catch(unlessMissing);
  const lost = 'is missing: inbound republish finds nothing, and events tail shows only new events';
  return info ? [] : [{ where: `stream ${RECEIVED}`, wrong: lost, remedy: PROVISION }];
};

const checkConsumers = async (connection: NatsConnection): Promise<Finding[]> =>
  (await consumerStandings(connection)).flatMap(
    ({ consumer, problem, oldestSeconds, pending, unacknowledged }): Finding[] => {
      const where = `consumer ${consumer}`;
      if (problem === 'missing') return [{ where, wrong: 'is missing', remedy: PROVISION }];
      if (problem)
        return [
          {
            where,
            wrong: `is ${problem}: the stream was restored from an older copy`,
            remedy: 'npm run provision, then npm run ops -- outbox republish --since <before the copy>.',
          },
        ];
      if (oldestSeconds === null || oldestSeconds < OLD_SECONDS) return [];
      const waiting = pending + unacknowledged;
      return [
        {
          where,
          wrong: `${waiting} events wait, the oldest for ${oldestSeconds.toFixed(0)} s`,
          remedy: 'Look whether the service is up, and at its log.',
        },
      ];
    },
  );
