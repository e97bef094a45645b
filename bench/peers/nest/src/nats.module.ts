import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';

export const CONNECTION = Symbol('connection');
export const JETSTREAM = Symbol('jetstream');
export const MANAGER = Symbol('manager');
export const STREAM = 'DEALS';
export const DEAL_CLOSED = 'deals.closed';

const openManager = async (connection: NatsConnection) => {
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: STREAM, subjects: ['deals.>'] });
  return manager;
};

@Global()
@Module({
  providers: [
    { provide: CONNECTION, useFactory: () => connect({ servers: process.env['NATS_URL']! }) },
    { provide: JETSTREAM, inject: [CONNECTION], useFactory: (connection: NatsConnection) => jetstream(connection) },
    { provide: MANAGER, inject: [CONNECTION], useFactory: openManager },
  ],
  exports: [JETSTREAM, MANAGER],
})
export class NatsModule implements OnApplicationShutdown {
  constructor(@Inject(CONNECTION) private readonly connection: NatsConnection) {}

  async onApplicationShutdown(): Promise<void> {
    await this.connection.drain();
  }
}
