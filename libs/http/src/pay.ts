import { chargeEach, type Work } from '@staycover/db';
import { type Actor, contentHash, isDomainError, mayAccess } from '@staycover/kernel';

/** Bytes of overhead per change besides the body: keys, times, the actor. */
const BESIDE = 1_024;

/** Who asks, with which body. */
export type Asked = { actor: Actor; body?: unknown };

/** What a request is for: the organization that its body names, if the caller may act for it, else all of the caller's. */
const organizationsFor = ({ actor, body }: Asked): readonly string[] => {
  const named = (body as { organizationId?: unknown } | null | undefined)?.organizationId;
  if (typeof named === 'string' && mayAccess(actor, named)) return [named];
  return actor.organizations === '*' ? ['*'] : actor.organizations.toSorted();
};

/** Longer ones would not fit in an index. */
const MAX_SCOPE = 200;

/** The scope of idempotency keys: the organizations that a request is for, as one text of bounded length. */
export const keyScope = (asked: Asked): string => {
  const scope = organizationsFor(asked).join(',');
  return scope.length > MAX_SCOPE ? contentHash(scope) : scope;
};

/**
 * Charges the organizations that a request is for, each with its share, for what it stores besides events: rows of the
 * audit trail and stored responses. One that cannot pay is passed over while another can: the request may be for that. Staff of
 * all organizations (`*`) and callers without one are not charged, nor are those of a transaction `tx` that fails. Returns what
 * gives it back.
 * @throws DomainError `budget-exceeded`.
 */
export const payFor = (asked: Asked, bytes: number, tx?: Work): (() => void) => {
  if (asked.actor.organizations === '*') return () => undefined;
  const organizations = organizationsFor(asked);
  const share = Math.ceil((bytes + BESIDE) / organizations.length);
  const givingBack: (() => void)[] = [];
  const refusals: unknown[] = [];
  for (const organization of organizations) {
    try {
      givingBack.push(...chargeEach([[organization, share]], 'other', tx));
    } catch (error) {
      if (!isDomainError(error, 'budget-exceeded')) throw error;
      refusals.push(error);
    }
  }
  if (givingBack.length === 0 && refusals.length > 0) throw refusals[0];
  return () => givingBack.forEach((giveBack) => giveBack());
};
