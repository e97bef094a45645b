export { chooseContainers } from './engine.ts';
export { IMAGES } from './images.ts';
export { findNats, type NatsConfigInput, natsSettings, removeNats } from './nats.ts';
export { findNatsCommand } from './nats-command.ts';
export { type Pooler, startPgbouncer } from './pgbouncer.ts';
export { findPgbouncerCommand } from './pgbouncer-command.ts';
export { freePort } from './ports.ts';
export { findPostgres, removePostgres } from './postgres.ts';
export type { FindOptions, Say, Server } from './server.ts';
