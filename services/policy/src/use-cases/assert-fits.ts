import { decimalFaults, MOST_POLICY_KIB } from '@staycover/api';
import {
  businessDate,
  type CalendarDate,
  type Context,
  DomainError,
  isAfter,
  jsonBytes,
  mapInSlices,
} from '@staycover/kernel';
import { type ComingRow, comingRows } from '../domain/coming-rows.ts';
import type { PolicyChanges } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { type PolicyDecision, type PolicyInTime, shownDay } from '../domain/policy-in-time.ts';
import { policyState } from '../wire/policy.ts';

/**
 * The decision, if the policy fits its currency and its events on every day from then on. `changes` are what a body
 * changes, `known` the dated changes that the decision knew.
 * @throws DomainError `invalid-request` when amounts have more decimals than their currency, `payload-too-large` as
 *   `assertPublishable` does.
 */
export const assertFits = async (
  decision: PolicyDecision,
  changes: PolicyChanges,
  known: readonly PolicyChange[],
  context: Context,
): Promise<PolicyDecision> => {
  if (decision.events.length === 0) return decision;
  const today = businessDate(context.now);
  const coming = comingRows(decision, known, today);
  assertDecimals([decision.state, ...coming.map(({ row }) => row)], changes);
  await assertSizes(decision, coming, today);
  return decision;
};

const assertDecimals = (rows: readonly PolicyInTime[], { coverage, details }: PolicyChanges): void => {
  if (!coverage && details.selectedSelfCoverage === undefined) return;
  const faults = rows.map((row) => decimalFaults(row.details, row.currency)).find(({ length }) => length > 0);
  if (faults) throw DomainError.invalid(faults);
};

/**
 * The decision, if what is ahead fits into an event: once it takes effect, there is no caller to refuse it to.
 * @throws DomainError `payload-too-large`.
 */
export const assertPublishable = async (
  decision: PolicyDecision,
  known: readonly PolicyChange[],
  { now }: Pick<Context, 'now'>,
): Promise<PolicyDecision> => {
  const today = businessDate(now);
  await assertSizes(decision, comingRows(decision, known, today), today);
  return decision;
};

const assertSizes = async (
  { state }: PolicyDecision,
  coming: readonly ComingRow[],
  today: CalendarDate,
): Promise<void> => {
  const ahead = coming.filter(({ from }) => isAfter(from, shownDay(state, today)));
  const sizes = await mapInSlices(ahead, ({ row }) => jsonBytes(policyState(row)));
  const tooLarge = ahead.find((_, i) => sizes[i]! > MOST_POLICY_KIB * 1024);
  if (!tooLarge) return;
  const detail = `From ${tooLarge.from} on the policy would be of more than ${MOST_POLICY_KIB} KiB, too large for its events.`;
  throw new DomainError('payload-too-large', detail);
};
