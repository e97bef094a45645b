export { chooseContainers } from './engine.ts';
export { passableFolder } from './folders.ts';
export { IMAGES } from './images.ts';
export { kept } from './kept.ts';
export { findNats, type NatsConfigInput, type NatsOptions, natsSettings } from './nats.ts';
export { findNatsCluster, type NatsCluster, type NatsNode } from './nats-cluster.ts';
export { findNatsCommand } from './nats-command.ts';
export { type Pooler, startPgbouncer } from './pgbouncer.ts';
export { findPgbouncerCommand } from './pgbouncer-command.ts';
export { freePort, holdPort } from './ports.ts';
export { findPostgres, type PostgresOptions } from './postgres.ts';
export {
  archivePostgres,
  archiveRest,
  asRestored,
  asStandby,
  backUpPostgres,
  commitOnStandby,
  type PostgresSettings,
  promotePostgres,
  reserveWal,
  untilPrimary,
} from './postgres-copies.ts';
export { removeData } from './remove-data.ts';
export type { FindOptions, Say, Server } from './server.ts';
