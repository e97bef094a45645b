import {
  describeBeyond,
  membersBeyond,
  type QuoteBody,
  rolesForEntry,
  setPolicyStatus as setPolicyStatusRoute,
  updatePolicy as updatePolicyRoute,
} from '@staycover/api';
import { type Database, tryOut, type Work } from '@staycover/change';
import { type Actor, type Context, DomainError, type Role } from '@staycover/kernel';
import { policyChanges, statusMove, toCalendarDate, toStatement } from '../wire/bodies.ts';
import { type Locking, queueing } from './locking-organization.ts';
import { type MoveRules, setPolicyStatus } from './set-policy-status.ts';
import { updatePolicy } from './update-policy.ts';

type Quote = { id: string; whatIf: QuoteBody };

/**
 * Applies a change, reads the result, and rolls the change back.
 * @throws DomainError as the change itself does.
 */
export const readAsIf = async <T>(
  database: Database,
  context: Context,
  quote: Quote,
  rules: MoveRules,
  read: (tx: Work) => Promise<T>,
): Promise<T> => {
  assertMayChange(context.actor, quote.whatIf);
  return queueing((locking) =>
    tryOut(database, async (tx) => {
      await change(tx, context, quote, rules, locking);
      return read(tx);
    }),
  );
};

/**
 * Refuses what the routes of the change refuse.
 * @throws DomainError `forbidden`.
 */
const assertMayChange = ({ roles }: Actor, { status, ...body }: QuoteBody): void => {
  const isMove = status !== undefined;
  const may = (needed: readonly Role[]): boolean => needed.some((role) => roles.includes(role));
  const beyond = isMove ? [] : membersBeyond(roles, updatePolicyRoute.role, body);
  const entry = rolesForEntry(isMove ? setPolicyStatusRoute : updatePolicyRoute);
  if ((isMove || beyond.length > 0) && !may(entry))
    throw new DomainError('forbidden', `This needs the role ${entry.join(' or ')}.`, { requiredRoles: entry });
  if (beyond.length === 0) return;
  const { detail, ...named } = describeBeyond(beyond);
  throw new DomainError('forbidden', detail, named);
};

const change = (
  tx: Work,
  context: Context,
  { id, whatIf: { status, ...body } }: Quote,
  rules: MoveRules,
  locking: Locking,
): Promise<unknown> => {
  if (status !== undefined) {
    const move = statusMove({ ...body, status });
    return setPolicyStatus(tx, context, { id, ifMatch: undefined, move }, rules, locking);
  }
  const changes = policyChanges(body, context.actor.id);
  const effectiveFrom = toCalendarDate(body.effectiveFrom);
  const command = { id, ifMatch: undefined, changes, statement: toStatement(body), effectiveFrom };
  return updatePolicy(tx, context, command, locking);
};
