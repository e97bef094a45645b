import { isUtf8 } from 'node:buffer';
import { excessOf } from '@staycover/api';
import type { Database, Tx } from '@staycover/db';
import {
  type Actor,
  assertOrganization,
  type Clock,
  DomainError,
  type Fault,
  isDomainError,
  type NewId,
} from '@staycover/kernel';
import { contractUnderWebhook, type DealOutcome, keepDeal, settleDeal } from '../db/received-deals.ts';
import type { Contract } from '../domain/contract.ts';
import { closeDeal } from './close-deal.ts';
import { readDeal } from './read-deal.ts';

export type Received = { contract: Contract; created: boolean; deal: unknown } | { ignored: string };

export type ReceiveDealDeps = {
  database: Database;
  clock: Clock;
  newId: NewId;
  /** Makes a CRM's own body canonical. */
  translate: (json: unknown) => { deal: unknown; pointerOf: (pointer: string) => string } | { ignored: string };
};

/** Who brought a deal; `webhookId` is the same for repetitions of one message. */
export type DealSender = { actor: Actor; webhookId?: string };

/** Takes a deal's bytes from HTTP: kept first, in a transaction of their own, then translated, read and closed. */
export const receiveDeal =
  ({ database, clock, newId, translate }: ReceiveDealDeps) =>
  async ({ actor, webhookId }: DealSender, body: Buffer): Promise<Received> => {
    const now = clock();
    const receivedId = newId();
    await database.transaction((tx) =>
      keepDeal(tx, { id: receivedId, channel: 'http', body, receivedAt: now, webhookId }),
    );
    let named: { organizationId?: string; crmDealId?: string } = {};
    try {
      const translated = translate(parseJson(body));
      if ('ignored' in translated) {
        await database.transaction((tx) =>
          settleDeal(tx, receivedId, { outcome: 'ignored', detail: translated.ignored }),
        );
        return translated;
      }
      const deal = withPointers(translated.pointerOf, () => readDeal(translated.deal, now));
      assertOrganization(actor, deal.organizationId);
      named = { organizationId: deal.organizationId, crmDealId: deal.crmDealId };
      return await database.transaction(async (tx) => {
        if (webhookId) await assertSameMessage(tx, webhookId, body);
        const { contract, created } = await closeDeal(tx, { deal, actor, now, newId });
        const outcome = created ? 'created' : 'repeated';
        await settleDeal(tx, receivedId, { ...named, outcome, contractId: contract.id });
        return { contract, created, deal: translated.deal };
      });
    } catch (error) {
      if (isDomainError(error)) {
        const settlement = { ...named, outcome: outcomeOf(error), detail: error.message, ...conflicting(error) };
        await database.transaction((tx) => settleDeal(tx, receivedId, settlement));
      }
      throw error;
    }
  };

/** A replayed id with another deal, however well signed, has no effect. */
const assertSameMessage = async (tx: Tx, webhookId: string, body: Buffer): Promise<void> => {
  const contractId = await contractUnderWebhook(tx, webhookId, body);
  if (contractId)
    throw new DomainError('deal-conflict', 'This webhook-id came before with another body.', { contractId });
};

/** The contract that another deal made before. */
const conflicting = ({ code, extra }: DomainError): { contractId?: string } =>
  code === 'deal-conflict' ? { contractId: String(extra['contractId']) } : {};

const outcomeOf = ({ code }: DomainError): DealOutcome => (code === 'deal-conflict' ? 'conflict' : 'invalid');

/** Names faults by where the sender wrote them. */
const withPointers = <T>(pointerOf: (pointer: string) => string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!isDomainError(error, 'invalid-request')) throw error;
    const faults = error.extra['errors'] as Fault[];
    throw DomainError.invalid(faults.map(({ pointer, detail }) => ({ pointer: pointerOf(pointer), detail })));
  }
};

const parseJson = (body: Buffer): unknown => {
  if (!isUtf8(body)) throw new DomainError('malformed-json', 'The body is not valid UTF-8.');
  const json = wellFormed(body.toString('utf8'));
  const excess = excessOf(json);
  if (excess) throw new DomainError('malformed-json', `The body ${excess}.`);
  return json;
};

const wellFormed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('malformed-json', 'The body is not well-formed JSON.');
  }
};
