import type {
  CorrectPolicyBody,
  CreatePolicyBody,
  PolicyTerms as DealTerms,
  ElectionBody,
  EnrolledPropertyBody,
  PolicyStatusBody,
  UpdatePolicyBody,
} from '@staycover/api';
import { type CalendarDate, calendarDate, present, type Rate, rateFromNumber } from '@staycover/kernel';
import type { StatedElection, StatedProperty, Statement } from '../domain/election.ts';
import type { StatusMove } from '../domain/move-status.ts';
import type { NewPolicy } from '../domain/new-policy.ts';
import type { PolicyChanges } from '../domain/policy.ts';
import type { AdditionalInsured, PolicyDetails } from '../domain/policy-details.ts';

type Body = CreatePolicyBody | UpdatePolicyBody | DealTerms;

/** A body that has some of the members. */
type Partly = Partial<Body>;

/** The date of a body's member; absent stays absent. */
export const toCalendarDate = (text: string | undefined): CalendarDate | undefined =>
  text === undefined ? undefined : calendarDate(text);

/** A correction as a body describes it. */
export const toCorrection = ({ effectiveFrom, reason, note = null, status }: CorrectPolicyBody) => ({
  effectiveFrom: Temporal.PlainDate.from(effectiveFrom),
  reason,
  note,
  ...(status && { status }),
});

/** A move as a body describes it. */
export const statusMove = ({ status, effectiveDate, reason, note }: PolicyStatusBody): StatusMove => ({
  status,
  effectiveDate: toCalendarDate(effectiveDate),
  reason,
  note,
});

const date = (text: string | null | undefined) => (typeof text === 'string' ? Temporal.PlainDate.from(text) : text);

const rate = <T extends null | undefined>(value: number | T): Rate | T =>
  typeof value === 'number' ? rateFromNumber(value) : value;

/** The details that a body brings as they are; a new one that is not named here is a compile error. */
const detailNames: Record<Exclude<keyof PolicyDetails, 'coverage' | 'additionalInsureds'>, true> = {
  name: true,
  partnerPolicyId: true,
  billingFrequency: true,
  onboardingSource: true,
  productId: true,
  productCode: true,
  appliesTo: true,
  coveredCategories: true,
  categoryExclusions: true,
  selectedSelfCoverage: true,
  pricingSource: true,
  productLine: true,
};

const named = Object.keys(detailNames) as (keyof typeof detailNames)[];

/** The members of a body as domain types; absent ones stay absent. `caller` is recorded for insureds without an author. */
export const policyChanges = (body: Partly, caller: string): PolicyChanges => ({
  terms: present({
    contractId: body.contractId,
    termStart: date(body.termStart) ?? undefined,
    termEnd: date(body.termEnd) ?? undefined,
    autoRenew: body.autoRenew,
    ratePerNight: rate(body.ratePerNight),
    ratePerMonth: rate(body.ratePerMonth),
    ratePerReservation: rate(body.ratePerReservation),
    lossFundRatePerNight: rate(body.lossFundRatePerNight),
    rateTableVersions: body.rateTableVersions?.map((entry) => ({
      version: entry.version,
      planId: entry.planId ?? null,
      effectiveFrom: Temporal.PlainDate.from(entry.effectiveFrom),
      ratePerNight: rateFromNumber(entry.ratePerNight),
      lossFundRatePerNight: rate(entry.lossFundRatePerNight ?? null),
    })),
    planId: body.planId,
    supportedStates: body.supportedStates,
    supportedCountries: body.supportedCountries,
    excludedPropertyTypes: body.excludedPropertyTypes,
    eligibilityOverrides: body.eligibilityOverrides,
    minNights: body.minNights,
    maxNights: body.maxNights,
  }),
  details: {
    ...(present(Object.fromEntries(named.map((name) => [name, body[name]]))) as PolicyChanges['details']),
    ...present({ additionalInsureds: body.additionalInsureds?.map((insured) => additionalInsured(insured, caller)) }),
  },
  coverage: body.coverage && present(body.coverage),
});

/** A new policy as a body or a deal describes it. */
export const toNewPolicy = (
  body: (CreatePolicyBody | DealTerms) & { organizationId: string },
  id: string,
  caller: string,
): NewPolicy & { statement: Statement | undefined } => ({
  id,
  organizationId: body.organizationId,
  currency: body.currency ?? 'USD',
  previousPolicyId: body.previousPolicyId ?? null,
  changes: policyChanges(body, caller),
  statement: toStatement(body),
});

const additionalInsured = (
  insured: NonNullable<Body['additionalInsureds']>[number],
  caller: string,
): AdditionalInsured => ({
  name: insured.name,
  relationship: insured.relationship ?? null,
  addedBy: insured.addedBy ?? caller,
  effectiveFrom: insured.effectiveFrom ?? null,
  effectiveTo: insured.effectiveTo ?? null,
});

/** The elections of a body, including its enrolled properties; undefined without either. */
export const toStatement = (body: {
  coverageElections?: ElectionBody[] | undefined;
  enrolledProperties?: EnrolledPropertyBody[] | undefined;
}): Statement | undefined => {
  const { coverageElections, enrolledProperties } = body;
  if (!coverageElections && !enrolledProperties) return undefined;
  return statedElections([...(coverageElections ?? []), ...(enrolledProperties ?? []).map(includeProperty)]);
};

/** Elections in the domain's types. One without a name is named by its scope, so that stating it again is the same. */
export const statedElections = (bodies: readonly ElectionBody[]): Statement => {
  const names = new Set(bodies.map(({ electionId }) => electionId));
  return {
    elections: bodies.map((body) => statedElection(body, body.electionId ?? electionName(body, names))),
    properties: bodies.flatMap(statedProperty),
  };
};

const electionName = ({ scopeType, scopeId }: ElectionBody, taken: Set<string | undefined>): string => {
  const base = `${scopeType.toLowerCase()}:${scopeId ?? 'all'}`;
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}#${n}`;
  taken.add(name);
  return name;
};

const statedElection = (body: ElectionBody, electionId: string): StatedElection => ({
  electionId,
  scopeType: body.scopeType,
  scopeId: body.scopeType === 'ORGANIZATION' ? null : body.scopeId!,
  action: body.action,
  planId: body.planId ?? null,
  rateOverridePerNight: rate(body.rateOverridePerNight ?? null),
  endorsementSelections: body.endorsementSelections ?? [],
  effectiveFrom: date(body.effectiveFrom) ?? null,
  effectiveTo: date(body.effectiveTo) ?? null,
});

const statedProperty = ({ scopeType, scopeId, property }: ElectionBody): StatedProperty[] => {
  if (property) {
    const { effectiveFrom, ...facts } = property;
    return [present({ ...facts, effectiveFrom: date(effectiveFrom) }) as StatedProperty];
  }
  return scopeType === 'PROPERTY' ? [{ propertyId: scopeId! }] : [];
};

const includeProperty = (entry: EnrolledPropertyBody): ElectionBody => {
  const { enrolledDate, unenrolledDate, rateOverridePerNight, planId, endorsementSelections, ...property } = entry;
  return {
    scopeType: 'PROPERTY',
    scopeId: property.propertyId,
    action: 'INCLUDE',
    planId,
    rateOverridePerNight,
    endorsementSelections,
    effectiveFrom: enrolledDate,
    effectiveTo: date(unenrolledDate)?.subtract({ days: 1 }).toString(),
    property,
  };
};
