import type { JetStreamClient } from '@nats-io/jetstream';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import { Outbox } from './contract.entities.js';
import { JETSTREAM } from './nats.module.js';

const AT_ONCE = 100;
const LOOK_EVERY_MS = 500;

/** Publishes committed events: on a wake-up, and by polling. */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(OutboxRelay.name);
  private timer: NodeJS.Timeout;
  private isWanted = false;
  private running: Promise<void> | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(JETSTREAM) private readonly stream: JetStreamClient,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  wake(): void {
    this.isWanted = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  private async run(): Promise<void> {
    try {
      while (this.isWanted) {
        this.isWanted = false;
        if ((await this.publishSome()) === AT_ONCE) this.isWanted = true;
      }
    } catch (error) {
      this.logger.error(error);
    }
  }

  private publishSome(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const rows = await manager.find(Outbox, {
        where: { publishedAt: IsNull() },
        order: { id: 'ASC' },
        take: AT_ONCE,
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      if (rows.length === 0) return 0;
      await Promise.all(
        rows.map(({ subject, payload, eventId }) =>
          this.stream.publish(subject, JSON.stringify(payload), { msgID: eventId }),
        ),
      );
      await manager.update(Outbox, { id: In(rows.map(({ id }) => id)) }, { publishedAt: new Date() });
      return rows.length;
    });
  }
}
