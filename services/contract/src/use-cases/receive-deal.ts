import { assertParsable, type IgnoredMembers, ignoredFaults } from '@staycover/api';
import { inTransaction, isDatabaseAway, timeLeft, type Work } from '@staycover/change';
import {
  type Actor,
  assertOrganization,
  type Clock,
  type Context,
  DomainError,
  type Fault,
  isDomainError,
  type NewId,
} from '@staycover/kernel';
import { contractUnderWebhook, type DealOutcome, keepDeal, nameDeal, settleDeal } from '../db/received-deals.ts';
import { type Contract, closeDeal } from '../domain/contract.ts';
import { type ReadDeal, readDeal, toClosedDeal } from './read-deal.ts';
import { type DealDecision, decideDeal, storeDeal } from './store-deal.ts';

export type Received = { contract: Contract; created: boolean; unused: IgnoredMembers } | { ignored: string };

/** A policy that is about to be created; `came` waits for it, so long. */
export type Expected = { came(withinMs: number): Promise<boolean>; forget(): void };

/** A canonical deal, or why there is none. `toSourcePointer` leads from a member of it to where the CRM wrote it. */
export type Translation = { deal: unknown; toSourcePointer: (pointer: string) => string } | { ignored: string };

type Deps = {
  database: Work;
  clock: Clock;
  newId: NewId;
  /** Makes a CRM's own body canonical. */
  translate(json: unknown): Translation;
  /** Looks out for a new policy from now on. */
  expectPolicy: (policyId: string) => Expected;
};

/** Who sent a deal; `webhookId` is the same for repetitions of one message, and no other sender's. */
export type DealSender = { actor: Actor; webhookId?: string };

const POLICY_WITHIN_MS = 1_000;

/**
 * Takes a deal's bytes from HTTP: kept first, then translated, read and closed. A new contract is answered when its
 * policy is there, or after a second. Members that nothing reads are faults for a strict sender.
 */
export const receiveDeal =
  (deps: Deps) =>
  async (sender: DealSender, body: Buffer, isStrict: boolean): Promise<Received> => {
    const { database, clock, newId, translate } = deps;
    const now = clock();
    const receivedId = newId();
    const kept = { id: receivedId, channel: 'http', body, webhookId: sender.webhookId } as const;
    const { number } = await keepDeal(database, kept);
    let named: { organizationId: string; crmDealId: string } | undefined;
    try {
      const translated = translate(parseJson(body));
      if ('ignored' in translated) {
        await settleDeal(database, receivedId, { outcome: 'ignored', detail: translated.ignored });
        return translated;
      }
      const deal = withPointers(translated.toSourcePointer, () => readDeal(translated.deal));
      assertOrganization(sender.actor, deal.organizationId);
      named = { organizationId: deal.organizationId, crmDealId: deal.crmDealId };
      if (isStrict) withPointers(translated.toSourcePointer, () => assertNoneIgnored(deal.unused));
      const context = { actor: sender.actor, now, newId };
      const decide = () =>
        withPointers(translated.toSourcePointer, () =>
          closeDeal(toClosedDeal(deal, now, sender.actor), number, context),
        );
      const closed = await close(deps, sender.webhookId, { receivedId, deal, body, context, decide });
      return { ...closed, unused: deal.unused };
    } catch (error) {
      if (isDomainError(error)) {
        const settlement = { ...named, outcome: toOutcome(error), detail: error.message, ...conflicting(error) };
        await settleDeal(database, receivedId, settlement);
      } else if (named && !isDatabaseAway(error)) {
        await nameDeal(database, receivedId, named).catch(() => undefined);
      }
      throw error;
    }
  };

/** @throws DomainError `invalid-request` that names members that nothing reads. */
const assertNoneIgnored = (unused: IgnoredMembers): void => {
  const faults = ignoredFaults(unused);
  if (faults.length > 0) throw DomainError.invalid(faults);
};

type Reading = { receivedId: string; deal: ReadDeal; body: Buffer; context: Context; decide: () => DealDecision };

const close = async (
  { database, expectPolicy }: Deps,
  webhookId: string | undefined,
  { receivedId, deal, body, context, decide }: Reading,
) => {
  const decision = await decideDeal(database, deal, decide);
  const policy = decision && expectPolicy(decision.state.policyId);
  try {
    const store = (work: Work) => storeDeal(work, context, { receivedId, deal, decision });
    const signed = async (tx: Work) => {
      await assertSameMessage(tx, webhookId!, body);
      return store(tx);
    };
    const closed = await (webhookId ? inTransaction(database, signed) : store(database));
    if (closed.created) await policy?.came(Math.min(POLICY_WITHIN_MS, timeLeft()));
    return closed;
  } finally {
    policy?.forget();
  }
};

/** A replayed id with another deal, however well signed, has no effect. */
const assertSameMessage = async (tx: Work, webhookId: string, body: Buffer): Promise<void> => {
  const contractId = await contractUnderWebhook(tx, webhookId, body);
  if (contractId)
    throw new DomainError('deal-conflict', 'This webhook-id came before with another body.', { contractId });
};

/** The contract that another deal made before. */
const conflicting = ({ code, extra }: DomainError): { contractId?: string } =>
  code === 'deal-conflict' ? { contractId: String(extra['contractId']) } : {};

const OUTCOMES: Record<string, DealOutcome> = {
  'deal-conflict': 'conflict',
  'invalid-request': 'invalid',
  'malformed-json': 'invalid',
  'payload-too-large': 'invalid',
};

/** What is not about the content of a deal may be accepted another time, or from another sender. */
const toOutcome = ({ code }: DomainError): DealOutcome => OUTCOMES[code] ?? 'refused';

/** Names faults by where the sender wrote them. */
const withPointers = <T>(toSourcePointer: (pointer: string) => string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!isDomainError(error, 'invalid-request')) throw error;
    const faults = error.extra['errors'] as Fault[];
    throw DomainError.invalid(faults.map(({ pointer, detail }) => ({ pointer: toSourcePointer(pointer), detail })));
  }
};

const parseJson = (body: Buffer): unknown => {
  assertParsable(body);
  try {
    // Without the byte order mark that some CRMs send, as with every other body.
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new DomainError('malformed-json', 'The body is not well-formed JSON.');
  }
};
