import { type CalendarDate, FIRST_DAY, isAfter, isBefore } from '@staycover/kernel';
import { coverRules } from '../domain/cover-rules.ts';
import type { KeptElection } from '../domain/election.ts';
import { type CoverInput, type EnrollmentRow, propertyRows } from '../domain/enrollment-rows.ts';
import { type NamedNights, namedByProperty, nightsNamed } from '../domain/named-nights.ts';
import type { Policy, Term } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { policyOn, type Stretch, stretches } from '../domain/policy-on.ts';
import type { DatedProperty } from '../domain/property-facts.ts';

/** One policy as its tables hold it. */
export type Entry = {
  policy: Policy;
  changes: PolicyChange[];
  earlier: Term[];
  elections: readonly KeptElection[];
  rows: EnrollmentRow[];
  /** The nights of properties that it names. */
  names: readonly NamedNights[];
  /** The first night that the last command changed the cover of. */
  changedFrom: CalendarDate | undefined;
};

/** The inputs for the rows of a policy, besides its own entry. */
type Shelf = { policies: ReadonlyMap<string, Entry>; properties: readonly DatedProperty[] };

export const key = ({ propertyId, enrolledDate }: EnrollmentRow): string => `${propertyId} ${enrolledDate}`;

export const end = ({ policy }: Entry): CalendarDate => policy.termEnd.add({ days: 1 });

export const coversNight = (row: EnrollmentRow, night: CalendarDate, last: CalendarDate): boolean =>
  !isAfter(row.enrolledDate, night) && isBefore(night, row.unenrolledDate ?? last);

const listTerms = ({ policy, earlier }: Entry): Term[] => [...earlier, policy];

/** What a policy names from a day on. */
export const namedNow = (
  { properties }: Shelf,
  { policy, changes, elections }: Entry,
  day: CalendarDate,
): NamedNights[] => {
  if (policy.boundAt === null) return [];
  const { productLine } = policy.details;
  return properties.flatMap(nightsNamed({ productLine, stretches: stretches(changes), elections }, day));
};

/** What others name, for a bound policy; what the one before has named is handed over. */
const namedByOthers = ({ policies }: Shelf, { policy }: Entry): NamedNights[] => {
  const handsOver = (one: Policy) =>
    one.id === policy.previousPolicyId && (one.supersededByPolicyId ?? policy.id) === policy.id;
  const others = [...policies.values()].filter((one) => one.policy.id !== policy.id && !handsOver(one.policy));
  return policy.boundAt === null ? [] : others.flatMap(({ names }) => names);
};

/** Of that, what has its product line. */
export const namedInLine = (shelf: Shelf, entry: Entry): NamedNights[] =>
  namedByOthers(shelf, entry).filter(({ productLine }) => productLine === entry.policy.details.productLine);

/** What the rows of a policy are derived from, from a day on. */
const toCoverInput = (shelf: Shelf, entry: Entry, from?: CalendarDate): CoverInput => {
  const shown = from && entry.policy.boundAt ? policyOn(entry.changes, from) : null;
  const base: Stretch | null = shown && from ? { from, policy: shown } : null;
  const changes = base ? entry.changes.filter((one) => isAfter(one.effectiveFrom, base.from)) : entry.changes;
  const rules = coverRules(entry.policy, listTerms(entry), { changes, base });
  const named = namedByProperty(namedByOthers(shelf, entry), entry.policy.details);
  return { ...rules, elections: entry.elections, named };
};

/** The rows for the nights from a day on, by property and first night. */
export const enrollmentRows = (
  properties: readonly DatedProperty[],
  input: CoverInput,
  from: CalendarDate = FIRST_DAY,
): EnrollmentRow[] =>
  properties.toSorted((a, b) => (a.propertyId < b.propertyId ? -1 : 1)).flatMap(propertyRows(input, from));

/** The rows of a policy for the nights from a day on. */
export const deriveRows = (shelf: Shelf, entry: Entry, from?: CalendarDate): EnrollmentRow[] =>
  enrollmentRows(shelf.properties, toCoverInput(shelf, entry, from), from);
