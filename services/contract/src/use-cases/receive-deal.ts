import type { Database } from '@staycover/db';
import { DomainError, isDomainError, type Actor, type Clock, type NewId } from '@staycover/kernel';
import { keepDeal, settleDeal, type DealOutcome } from '../db/received-deals.ts';
import type { Contract } from '../domain/contract.ts';
import { closeDeal } from './close-deal.ts';
import { readDeal } from './read-deal.ts';

export type Received = { contract: Contract; created: boolean; deal: unknown };

/** Takes a deal's bytes from HTTP: kept first, in a transaction of their own, then read and closed. */
export const receiveDeal =
  ({ database, clock, newId }: { database: Database; clock: Clock; newId: NewId }) =>
  async (actor: Actor, body: Buffer): Promise<Received> => {
    const now = clock();
    const receivedId = newId();
    await database.transaction((tx) => keepDeal(tx, receivedId, 'http', body, now));
    try {
      const json = parseJson(body);
      const deal = readDeal(json, now);
      return await database.transaction(async (tx) => {
        const { organizationId, crmDealId } = deal;
        const { contract, created } = await closeDeal(tx, { deal, actor, now, newId });
        const outcome = created ? 'created' : 'repeated';
        await settleDeal(tx, receivedId, { outcome, organizationId, crmDealId, contractId: contract.id });
        return { contract, created, deal: json };
      });
    } catch (error) {
      if (isDomainError(error)) {
        const settlement = { outcome: outcomeOf(error), detail: error.message };
        await database.transaction((tx) => settleDeal(tx, receivedId, settlement));
      }
      throw error;
    }
  };

const outcomeOf = ({ code }: DomainError): DealOutcome => (code === 'deal-conflict' ? 'conflict' : 'invalid');

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new DomainError('malformed-json', 'The body is not well-formed JSON.');
  }
};
