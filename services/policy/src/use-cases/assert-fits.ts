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
import type { Policy, PolicyChanges } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { type PolicyDecision, shownDay } from '../domain/policy-in-time.ts';
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
  assertSize(await findTooLarge(decision, coming, today));
  return decision;
};

const assertDecimals = (rows: readonly Policy[], { coverage, details }: PolicyChanges): void => {
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
  assertSize(await findTooLarge(decision, comingRows(decision, known, today), today));
  return decision;
};

/** Of the 256 KiB that an event may have: what is not the policy's is small, and changes beside it are left out. */
const MOST_SHOWN_KIB = 254;

/** Why a decision would not fit into an event, now or once what is ahead takes effect; undefined when it would. */
export const tooLargeToPublish = async (
  decision: PolicyDecision,
  known: readonly PolicyChange[],
  { now }: Pick<Context, 'now'>,
): Promise<string | undefined> => {
  const today = businessDate(now);
  const row = decision.state;
  const shown = await firstTooLarge([{ from: shownDay(row, today), row }], MOST_SHOWN_KIB);
  return shown ?? findTooLarge(decision, comingRows(decision, known, today), today);
};

const findTooLarge = (
  { state }: PolicyDecision,
  coming: readonly ComingRow[],
  today: CalendarDate,
): Promise<string | undefined> => firstTooLarge(coming.filter(({ from }) => isAfter(from, shownDay(state, today))));

const firstTooLarge = async (rows: readonly ComingRow[], mostKib = MOST_POLICY_KIB): Promise<string | undefined> => {
  const sizes = await mapInSlices(rows, ({ row }) => jsonBytes(policyState(row)));
  const tooLarge = rows.find((_, i) => sizes[i]! > mostKib * 1024);
  if (!tooLarge) return undefined;
  return `From ${tooLarge.from} on the policy would be of more than ${mostKib} KiB, too large for its events.`;
};

const assertSize = (detail: string | undefined): void => {
  if (detail) throw new DomainError('payload-too-large', detail);
};
