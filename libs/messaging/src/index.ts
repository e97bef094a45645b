export * from './connection.ts';
export * from './consumer.ts';
export * from './inbox.ts';
export * from './outbox.ts';
export * from './relay.ts';
export * from './rpc.ts';
export * from './streams.ts';
export * from './subscription.ts';
