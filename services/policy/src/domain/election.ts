import { type CalendarDate, earliest, isBefore, type Rate } from '@staycover/kernel';

type ScopeType = 'ORGANIZATION' | 'GROUP' | 'PROPERTY';

/** Includes an organization, a group or a property in the cover, or excludes it, from a night to a last night. */
export type Election = {
  electionId: string;
  scopeType: ScopeType;
  /** Group or property; null for ORGANIZATION. */
  scopeId: string | null;
  action: 'INCLUDE' | 'EXCLUDE';
  planId: string | null;
  rateOverridePerNight: Rate | null;
  endorsementSelections: Record<string, unknown>[];
  effectiveFrom: CalendarDate;
  effectiveTo: CalendarDate | null;
};

/** An election as it is stated: without `effectiveFrom` it keeps the one it has, or begins today. */
export type StatedElection = Omit<Election, 'effectiveFrom'> & { effectiveFrom: CalendarDate | null };

/** What an organization's properties are known by. */
export type Property = {
  propertyId: string;
  propertyReferenceId: string | null;
  propertyName: string | null;
  state: string | null;
  country: string | null;
  propertyType: string | null;
  groupIds: string[];
};

/** Facts of a property as they are stated: absent ones are kept. */
export type StatedProperty = { propertyId: string } & Partial<Property> & {
    /** From when the facts hold that decide cover; without it from today. */
    effectiveFrom?: CalendarDate | null | undefined;
  };

/** Elections with the property facts that came along. */
export type Statement = { elections: StatedElection[]; properties: StatedProperty[] };

const unknownProperty = (propertyId: string): Property => ({
  propertyId,
  propertyReferenceId: null,
  propertyName: null,
  state: null,
  country: null,
  propertyType: null,
  groupIds: [],
});

/** What is known of a property after a statement. */
export const learn = (known: Property | undefined, stated: StatedProperty): Property => ({
  ...(known ?? unknownProperty(stated.propertyId)),
  ...stated,
});

/** An election with its first night settled. */
export const settle = (stated: StatedElection, earlier: Election | undefined, today: CalendarDate): Election => ({
  ...stated,
  effectiveFrom: stated.effectiveFrom ?? earlier?.effectiveFrom ?? today,
});

/** Elections of somebody who sets no rates: each keeps the rate of its name, else the last one that its scope had. */
export const keepRates = (stated: readonly StatedElection[], known: readonly Election[]): StatedElection[] =>
  stated.map((election) => {
    const before = known.find(({ electionId }) => electionId === election.electionId) ?? lastOfScope(election, known);
    return { ...election, rateOverridePerNight: election.rateOverridePerNight ?? before?.rateOverridePerNight ?? null };
  });

const lastOfScope = ({ scopeType, scopeId }: StatedElection, known: readonly Election[]): Election | undefined =>
  known
    .filter((election) => election.scopeType === scopeType && election.scopeId === scopeId)
    .toSorted((a, b) => Temporal.PlainDate.compare(a.effectiveFrom, b.effectiveFrom))
    .at(-1);

/**
 * An election that is no longer stated: it ends with yesterday's night at the latest, under a name of its own, so that
 * stating it again begins anew. Undefined when it never covered a night.
 */
export const withdraw = <E extends Election>(election: E, today: CalendarDate): E | undefined => {
  if (!isBefore(election.effectiveFrom, today)) return undefined;
  const yesterday = today.subtract({ days: 1 });
  const effectiveTo = election.effectiveTo ? earliest(election.effectiveTo, yesterday) : yesterday;
  const suffix = `@${effectiveTo}`;
  const isWithdrawn = election.electionId.endsWith(suffix) && election.effectiveTo?.equals(effectiveTo);
  return isWithdrawn ? election : { ...election, electionId: election.electionId + suffix, effectiveTo };
};
