import { type CalendarDate, compareDates, type Instant, type Rate } from '@staycover/kernel';

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
  /** The first night on which it counts, where that is later than its first day, by which it comes before others. */
  countsFrom?: CalendarDate;
  /** The first day that was stated again, by which it comes before others: it took the place of one that began on that day. */
  rankedFrom?: CalendarDate | null;
};

/** An election as it is stated: without `effectiveFrom` it keeps the one it has, or begins today. */
export type StatedElection = Omit<Election, 'effectiveFrom' | 'countsFrom' | 'rankedFrom'> & {
  effectiveFrom: CalendarDate | null;
};

/** Stands in place of a policy's id for elections of all the organization's policies. */
export const ALL_POLICIES = '00000000-0000-0000-0000-000000000000';

/** An election as it is stored. */
export type KeptElection = Election & {
  id: string;
  policyId: string;
  /** Stated in the policy's own body, not by an inbound event. */
  own: boolean;
  /** When it was stated, or withdrawn. */
  statedAt: Instant;
  /** The first day as it was stated, null when none was. */
  statedFrom: CalendarDate | null;
  /** Null: the current election of its name; else the day on which another statement of that name replaced it. */
  retiredOn: CalendarDate | null;
};

/** An election as stated, with what is stored of it besides its days. */
export type NewElection = StatedElection & Pick<KeptElection, 'id' | 'policyId' | 'own' | 'statedAt'>;

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

/** The facts of a property after a statement. */
export const learn = (known: Property | undefined, stated: StatedProperty): Property => ({
  ...(known ?? unknownProperty(stated.propertyId)),
  ...stated,
});

/**
 * Elections of a caller that cannot set rates: each keeps the plan and the rate of its name, if that is still about the
 * same scope, else the last ones of its scope.
 */
export const keepRates = (stated: readonly StatedElection[], known: readonly KeptElection[]): StatedElection[] => {
  const current = known.filter(({ retiredOn }) => retiredOn === null);
  const byName = new Map(current.map((election) => [`${election.electionId} ${scopeKey(election)}`, election]));
  const lastOfScope = new Map(known.toSorted(byFirstDay).map((election) => [scopeKey(election), election]));
  return stated.map((election) => {
    const scope = scopeKey(election);
    const before = byName.get(`${election.electionId} ${scope}`) ?? lastOfScope.get(scope);
    return {
      ...election,
      planId: election.planId ?? before?.planId ?? null,
      rateOverridePerNight: election.rateOverridePerNight ?? before?.rateOverridePerNight ?? null,
    };
  });
};

const byFirstDay = (a: Election, b: Election): number => compareDates(a.effectiveFrom, b.effectiveFrom);

/** Whether it has a price other than the policy's: the rate or the plan that an underwriter gave. */
export const isRated = ({ planId, rateOverridePerNight }: Pick<Election, 'planId' | 'rateOverridePerNight'>): boolean =>
  planId !== null || rateOverridePerNight !== null;

/** What an election is about, as text. */
export const scopeKey = ({ scopeType, scopeId }: Pick<Election, 'scopeType' | 'scopeId'>): string =>
  `${scopeType} ${scopeId}`;
