import { randomUUID } from 'node:crypto';
import {
  AckPolicy,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DEAL_CLOSED, JETSTREAM, MANAGER, STREAM } from './nats.module.js';
import { Inbox, Policy } from './policy.entities.js';

const DURABLE = 'policy-deal-closed';
/** Of ten connections to the database: the rest is for requests. */
const AT_ONCE = 8;
const AGAIN_AFTER_MS = 1_000;

type ClosedDeal = {
  id: string;
  organizationId: string;
  contractReference: string;
  baseRatePerNight: number;
  effectiveDate: string;
  expirationDate: string;
};

/** Makes the policy of a closed deal, once. */
@Injectable()
export class DealClosedConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(DealClosedConsumer.name);
  private readonly handling = new Set<Promise<void>>();
  private messages: ConsumerMessages;
  private consuming: Promise<void>;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(JETSTREAM) private readonly stream: JetStreamClient,
    @Inject(MANAGER) private readonly manager: JetStreamManager,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.manager.consumers.add(STREAM, {
      durable_name: DURABLE,
      filter_subject: DEAL_CLOSED,
      ack_policy: AckPolicy.Explicit,
    });
    const consumer = await this.stream.consumers.get(STREAM, DURABLE);
    this.messages = await consumer.consume();
    this.consuming = this.consume();
  }

  async onModuleDestroy(): Promise<void> {
    await this.messages.close();
    await this.consuming;
    await Promise.all(this.handling);
  }

  private async consume(): Promise<void> {
    for await (const message of this.messages) {
      const handled = this.handle(message).finally(() => this.handling.delete(handled));
      this.handling.add(handled);
      if (this.handling.size >= AT_ONCE) await Promise.race(this.handling);
    }
  }

  private async handle(message: JsMsg): Promise<void> {
    try {
      await this.make(message.headers!.get('Nats-Msg-Id'), message.json<ClosedDeal>());
      message.ack();
    } catch (error) {
      this.logger.error(error);
      message.nak(AGAIN_AFTER_MS);
    }
  }

  private make(eventId: string, deal: ClosedDeal): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const { raw } = await manager
        .createQueryBuilder()
        .insert()
        .into(Inbox)
        .values({ eventId })
        .orIgnore()
        .returning('"eventId"')
        .execute();
      if (raw.length === 0) return;
      const id = randomUUID();
      await manager.insert(Policy, {
        id,
        organizationId: deal.organizationId,
        contractId: deal.id,
        policyReference: `POL-${id.slice(0, 13)}`,
        name: `Policy of ${deal.contractReference}`,
        ratePerNight: deal.baseRatePerNight,
        termStart: deal.effectiveDate,
        termEnd: deal.expirationDate,
        onboardingSource: 'CRM',
        createdBy: 'deal-closed',
        lastModifiedBy: 'deal-closed',
      });
    });
  }
}
