import { assertParsable, type IgnoredMembers, ignoredFaults } from '@staycover/api';
import { inTransaction, isDatabaseAway, timeLeft, type Work } from '@staycover/change';
import {
  type Actor,
  assertOrganization,
  type Clock,
  DomainError,
  isDomainError,
  type NewId,
  tryParseJson,
} from '@staycover/kernel';
import {
  contractUnderWebhook,
  type DealOutcome,
  type KeptDeal,
  keepDeal,
  nameDeal,
  settleDeal,
} from '../db/received-deals.ts';
import { closeDeal, type DealKey } from '../domain/contract.ts';
import { parseDeal, toClosedDeal } from './parse-deal.ts';
import { withPointers } from './pointers.ts';
import { type DealDecision, dealKey, decideDeal, type StoredDeal, storeDeal } from './store-deal.ts';

export type Received = (StoredDeal & { unused: IgnoredMembers }) | { ignored: string };

/** A policy that is about to be created; `came` waits for it, so long. */
export type ExpectedPolicy = { came(withinMs: number): Promise<boolean>; forget(): void };

/** A canonical deal, or why there is none. `toSourcePointer` leads from a member of it to where the CRM wrote it. */
export type Translation = { deal: unknown; toSourcePointer: (pointer: string) => string } | { ignored: string };

type Deps = {
  database: Work;
  clock: Clock;
  newId: NewId;
  /** Makes a CRM's own body canonical. */
  translate(json: unknown): Translation;
  /** Looks out for a new policy from now on. */
  expectPolicy(policyId: string): ExpectedPolicy;
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
    let key: DealKey | undefined;
    try {
      const translated = translate(parseJson(body));
      if ('ignored' in translated) {
        await settleDeal(database, receivedId, { outcome: 'ignored', detail: translated.ignored });
        return translated;
      }
      const atSource = <T>(read: () => T): T => withPointers(translated.toSourcePointer, read);
      const deal = atSource(() => parseDeal(translated.deal));
      assertOrganization(sender.actor, deal.organizationId);
      key = dealKey(deal);
      if (isStrict) atSource(() => assertNoneIgnored(deal.unused));
      const context = { actor: sender.actor, now, newId };
      const decide = () => atSource(() => closeDeal(toClosedDeal(deal, now, sender.actor), number, context));
      const decision = await decideDeal(database, deal, decide);
      const store = (work: Work) => storeDeal(work, context, { receivedId, deal, decision });
      const stored = await waitingForPolicy(deps, decision, () => storeOnce(database, kept, store));
      return { ...stored, unused: deal.unused };
    } catch (error) {
      if (isDomainError(error)) {
        const settlement = { ...key, outcome: toOutcome(error), detail: error.message, ...conflicting(error) };
        await settleDeal(database, receivedId, settlement);
      } else if (key && !isDatabaseAway(error)) {
        await nameDeal(database, receivedId, key).catch(() => undefined);
      }
      throw error;
    }
  };

/** @throws DomainError `invalid-request` that names members that nothing reads. */
const assertNoneIgnored = (unused: IgnoredMembers): void => {
  const faults = ignoredFaults(unused);
  if (faults.length > 0) throw DomainError.invalid(faults);
};

/** Answers with a new contract when its policy is there, or after a second. */
const waitingForPolicy = async (
  { expectPolicy }: Deps,
  decision: DealDecision | undefined,
  store: () => Promise<StoredDeal>,
): Promise<StoredDeal> => {
  const policy = decision && expectPolicy(decision.state.policyId);
  try {
    const stored = await store();
    if (stored.created) await policy?.came(Math.min(POLICY_WITHIN_MS, timeLeft()));
    return stored;
  } finally {
    policy?.forget();
  }
};

/** Stores in one transaction with the check of the message's id, where it has one. */
const storeOnce = (
  database: Work,
  { webhookId, body }: Pick<KeptDeal, 'webhookId' | 'body'>,
  store: (work: Work) => Promise<StoredDeal>,
): Promise<StoredDeal> =>
  webhookId === undefined
    ? store(database)
    : inTransaction(database, async (tx) => {
        await assertSameMessage(tx, webhookId, body);
        return store(tx);
      });

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

const parseJson = (body: Buffer): unknown => {
  assertParsable(body);
  // Without the byte order mark that some CRMs send, as with every other body.
  const json = tryParseJson(new TextDecoder().decode(body));
  if (json === undefined) throw new DomainError('malformed-json', 'The body is not well-formed JSON.');
  return json;
};
