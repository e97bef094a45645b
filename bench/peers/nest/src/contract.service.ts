import { randomUUID } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, QueryFailedError } from 'typeorm';
import { Contract, Outbox } from './contract.entities.js';
import { DEAL_CLOSED } from './nats.module.js';
import { OutboxRelay } from './outbox.relay.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const UNIQUE_VIOLATION = '23505';

type Deal = { crmDealId: string; organizationId: string; signatoryName: string; baseRatePerNight: number };

const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

@Injectable()
export class ContractService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /** The contract and its event in one transaction; a deal that was closed before is a conflict. */
  async close(deal: Deal): Promise<Contract> {
    const contract = await this.store(deal).catch((error: unknown) => {
      if (error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION)
        throw new ConflictException(`Deal ${deal.crmDealId} is closed already`);
      throw error;
    });
    this.relay.wake();
    return contract;
  }

  private store(deal: Deal): Promise<Contract> {
    const id = randomUUID();
    return this.dataSource.transaction(async (manager) => {
      const contract = manager.create(Contract, {
        ...deal,
        id,
        contractReference: `CON-${id.slice(0, 13)}`,
        effectiveDate: formatDay(Date.now()),
        expirationDate: formatDay(Date.now() + YEAR_MS),
      });
      await manager.insert(Contract, contract);
      await manager.insert(Outbox, { eventId: randomUUID(), subject: DEAL_CLOSED, payload: contract });
      return contract;
    });
  }
}
