import { setTimeout as delay } from 'node:timers/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { AuditFunctions } from './audit-functions.ts';
import { AuditTables } from './audit-tables.ts';
import { AuditUpdate } from './audit-update.ts';
import { BatchTables } from './batch-tables.ts';
import { type Database, query, readByDriver } from './database.ts';
import { DeadLetterReceived } from './dead-letter-received.ts';
import { DeadLetterResolution } from './dead-letter-resolution.ts';
import { sqlState } from './errors.ts';
import { PlatformTables } from './platform-tables.ts';
import { RateLimitTable } from './rate-limit-table.ts';
import { SandboxTables } from './sandbox-tables.ts';
import { ScheduleTables } from './schedule-tables.ts';
import { StoredAnswers } from './stored-answers.ts';

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

/** A service's migrations by name, in order; the platform tables always run first. */
export type Migrations = Readonly<Record<string, MigrationClass>>;

const HISTORY = 'migration_history';

const platform: Migrations = {
  '0000-platform-tables': PlatformTables,
  '0000-schedule-tables': ScheduleTables,
  '0000-sandbox-tables': SandboxTables,
  '0000-audit-tables': AuditTables,
  '0000-dead-letter-resolution': DeadLetterResolution,
  '0000-stored-answers': StoredAnswers,
  '0000-audit-functions': AuditFunctions,
  '0000-audit-origins': AuditUpdate,
  '0000-dead-letter-received': DeadLetterReceived,
  '0000-batch-tables': BatchTables,
  '0000-audit-large-rows': AuditUpdate,
  '0000-rate-limit-table': RateLimitTable,
  '0000-audit-quicker': AuditUpdate,
};

/** Longer than a report takes; shorter than an upgrade may. */
const BUILD_WAIT = '20min';

/** A concurrent build of an index blocks no one while it waits for older transactions: it waits until they have ended. */
const buildingPatiently = (migration: MigrationClass): MigrationClass => {
  abstract class Patient extends migration {
    override addSql(sql: Parameters<Migration['addSql']>[0]): void {
      if (typeof sql !== 'string' || !/ index concurrently /.test(sql)) return super.addSql(sql);
      for (const one of [`set lock_timeout = '${BUILD_WAIT}'`, sql, 'reset lock_timeout']) super.addSql(one);
    }
  }
  return Patient as unknown as MigrationClass;
};

const withPlatform = (migrations: Migrations): Migrations => ({ ...platform, ...migrations });

const listMigrations = (migrations: Migrations) =>
  Object.entries(withPlatform(migrations)).map(([name, migration]) => ({ name, class: buildingPatiently(migration) }));

/** The role that owns a service's schema and everything in it; it cannot log in. */
export const ownerRole = (schema: string): string => `${schema}_owner`;

/** A migration waiting for a lock blocks everybody else who needs the table, so it waits briefly and retries. */
const LOCK_WAIT_MS = 1_000;
const LOCK_ATTEMPTS = 100;
const BETWEEN_ATTEMPTS_MS = 2_000;
/** No lock in time, or a deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

/** Runs pending migrations, and retries when others are in the way: completed migrations do not run again. */
const upPatiently = async (orm: MikroORM): Promise<string[]> => {
  const pending = (await orm.migrator.getPending()).map(({ name }) => name);
  for (let attempt = 1; ; attempt++) {
    try {
      // A build that failed has left its own.
      await orm.em.execute('reset lock_timeout');
      await orm.migrator.up();
      return pending;
    } catch (error) {
      if (!IN_THE_WAY.has(sqlState(error) ?? '') || attempt === LOCK_ATTEMPTS) throw error;
      await delay(BETWEEN_ATTEMPTS_MS * (0.5 + Math.random()));
    }
  }
};

/** The session of a migration is the administrator's own, on a connection that no pooler shares. */
const sessionOptions = (schema: string): string =>
  `-c role=${ownerRole(schema)} -c search_path=${schema},public -c statement_timeout=0 -c lock_timeout=${LOCK_WAIT_MS} ` +
  '-c idle_in_transaction_session_timeout=30000 -c timezone=UTC';

/**
 * Brings a schema up to date, as its owner, by a user that may assume that role (provisioning, never the service),
 * without blocking traffic for long. Returns the names of the migrations that ran.
 */
export const migrate = async (url: string, schema: string, migrations: Migrations): Promise<string[]> => {
  const orm = await MikroORM.init({
    clientUrl: url,
    driverOptions: { ...readByDriver(url), options: sessionOptions(schema) },
    discovery: { warnWhenNoEntities: false },
    // Settings of the session hold for the next statement.
    pool: { min: 0, max: 1 },
    logger: () => undefined,
    extensions: [Migrator],
    migrations: {
      migrationsList: listMigrations(migrations),
      tableName: `${schema}.${HISTORY}`,
      snapshot: false,
      // Each migration commits separately, and one that works in batches commits each batch.
      allOrNothing: false,
      disableForeignKeys: false,
    },
  });
  try {
    return await upPatiently(orm);
  } finally {
    await orm.close(true);
  }
};

/** Throws, with the remedy, when the service's schema lacks migrations that its code needs. */
export const assertMigrated = async (database: Database, migrations: Migrations): Promise<void> => {
  const rows = await query<{ name: string }>(database, `select name from ${HISTORY}`).catch(
    (error: { message?: string }) => {
      if (/does not exist/.test(String(error.message))) return [];
      throw error;
    },
  );
  const done = new Set(rows.map(({ name }) => name));
  const pending = Object.keys(withPlatform(migrations)).filter((name) => !done.has(name));
  if (pending.length === 0) return;
  throw new Error(`Schema ${database.schema} lacks migrations (${pending.join(', ')}). Run "npm run provision" first.`);
};
