import { type CalendarDate, FOREVER, type Instant, type Rate } from '@staycover/kernel';

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

/** Whether it has a price other than the policy's: the rate or the plan that an underwriter gave. */
export const isRated = ({ planId, rateOverridePerNight }: Pick<Election, 'planId' | 'rateOverridePerNight'>): boolean =>
  planId !== null || rateOverridePerNight !== null;

/** The first day after an election. */
export const endDay = ({ effectiveTo }: Pick<Election, 'effectiveTo'>): CalendarDate =>
  effectiveTo?.add({ days: 1 }) ?? FOREVER;

/** What an election is about, as text. */
export const scopeKey = ({ scopeType, scopeId }: Pick<Election, 'scopeType' | 'scopeId'>): string =>
  `${scopeType} ${scopeId}`;
