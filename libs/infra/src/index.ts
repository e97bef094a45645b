export { chooseContainers } from './engine.ts';
export { findNats, natsSettings, type NatsConfigInput } from './nats.ts';
export { freePort } from './ports.ts';
export { findPostgres } from './postgres.ts';
export type { FindOptions, Say, Server } from './server.ts';
export { findNatsCommand } from './nats-command.ts';
