import type { FollowupBody, FollowupResult } from '@staycover/api';
import { type Database, inTransaction } from '@staycover/change';
import { type Actor, businessDate, type Clock, isSame, type NewId } from '@staycover/kernel';
import type { Advisor } from '../adapters/advisor.ts';
import type { Attempts } from '../adapters/attempts.ts';
import { claims } from '../db/claims.ts';
import { findCandidates, findClaimedReservation } from '../db/reservations.ts';
import type { Inputs } from '../domain/assessment/assess.ts';
import { type AssessedStay, assessedStay, chosenPolicies, withKnownCover } from '../domain/assessment/assessed-stay.ts';
import type { AssessedClaim } from '../domain/assessment/evidence.ts';
import type { Claim } from '../domain/claim.ts';
import type { CoverageType } from '../domain/content.ts';
import { resolveLookup } from '../domain/lookup.ts';
import type { Reservation } from '../domain/reservation.ts';
import { followupResult } from '../wire/claim.ts';
import { selectedPolicy } from '../wire/reservation.ts';
import { claimContent, plainDate } from '../wire/submission.ts';
import type { Caller } from './limit-lookups.ts';
import type { FindReservation } from './lookup-reservation.ts';
import { type Assessed, assessedByRules, boundedBy, recordAssessment, storeAssessment } from './record-assessment.ts';

type Deps = {
  database: Database;
  clock: Clock;
  newId: NewId;
  /** Absent: the rules alone. */
  advisor?: Advisor | undefined;
  /** What each organization may ask; nothing limits staff. */
  budget: Attempts;
  find: FindReservation;
};

/**
 * Returns the next questions about a draft claim and a preliminary range. The model is called outside any transaction;
 * the rules bound its result, and replace it on failure. The assessment is stored, and shown on the claim that the
 * draft references, if any.
 * @throws DomainError `not-found` for a claim or a reservation that the caller cannot see, `rate-limited`.
 */
export const assessFollowup =
  ({ database, clock, newId, advisor, budget, find }: Deps) =>
  async (caller: Caller, { claim, reservation = {} }: FollowupBody): Promise<FollowupResult> => {
    const { actor } = caller;
    const { claimId } = claim;
    const tenant = tenantKey(actor);
    if (tenant !== EVERYBODY) await budget.record(tenant);
    const known = claimId ? await claims.load(database, actor, claimId) : null;
    const found = await foundReservation({ database, find }, caller, reservation, known);
    const stated = withoutShown(reservation, found);
    const ofStay = toAssessedStay(stated, found, known?.coverageType ?? 'CONTENTS');
    // What the draft states of its cover counts; what the claim knows comes before the reservation.
    const stay = stated.selectedPolicies || !known ? ofStay : withKnownCover(ofStay, known);
    const now = clock();
    const assessed = await assess(
      { claim: toAssessedClaim(claim, known), stay, today: businessDate(now) },
      tenant,
      advisor,
    );
    const context = { actor, now, newId };
    await (claimId
      ? inTransaction(database, async (tx) =>
          recordAssessment(tx, await claims.load(tx, actor, claimId), assessed, context),
        )
      : storeAssessment(database, assessed, context));
    return followupResult(assessed.result);
  };

const EVERYBODY = '*';

/** Whom an assessment is for, as far as budgets and the advisor's trouble go. */
const tenantKey = ({ organizations }: Actor): string =>
  organizations === '*' ? EVERYBODY : organizations.toSorted().join(' ');

const assess = async (inputs: Inputs, tenant: string, advisor: Advisor | undefined): Promise<Assessed> => {
  const byRules = assessedByRules(inputs);
  if (!advisor) return byRules;
  const answer = await advisor.propose(inputs, tenant);
  if ('failure' in answer) return { ...byRules, outcome: answer.failure };
  const result = boundedBy(byRules, answer.proposal);
  if (!result) return { ...byRules, outcome: 'invalid-answer' };
  return { result, inputs, provider: advisor.provider, model: advisor.model, outcome: 'answered' };
};

/** The claim as the draft states it, the rest as the claim that it names has it. */
const toAssessedClaim = (draft: FollowupBody['claim'], known: Claim | null): AssessedClaim => ({
  damageDate: known?.damageDate ?? null,
  estimateAmount: known?.estimateAmount ?? null,
  documents: known?.documents ?? [],
  claimUrls: known?.claimUrls ?? [],
  damageDescription: draft.damageDescription,
  ...claimContent(draft),
  answers: { ...known?.followupAnswers, ...draft.answers },
});

type Stated = NonNullable<FollowupBody['reservation']>;

/**
 * Resolves the keys of the draft; without any, those of the claim that it names. A draft with details of its stay needs no
 * reservation; a token is a credential and must be valid, and a draft with only a reference requires that reservation.
 */
const foundReservation = async (
  { database, find }: Pick<Deps, 'database' | 'find'>,
  caller: Caller,
  { claimToken, reservationReferenceId, ...inline }: Stated,
  known: Claim | null,
): Promise<Reservation | undefined> => {
  const isBare = Object.values(inline).every((member) => member === undefined || member === null);
  const { organizations } = caller.actor;
  if (claimToken || (reservationReferenceId && isBare)) {
    return find(caller, { claimToken, reservationReferenceId }, organizations);
  }
  if (!reservationReferenceId) return known ? findClaimedReservation(database, known.organizationId, known) : undefined;
  const keys = { reservationReferenceId };
  const outcome = resolveLookup(keys, await findCandidates(database, keys, null, organizations));
  return 'found' in outcome ? outcome.found : undefined;
};

/** Policies as a lookup shows them, which leaves deductibles out, are those of the reservation, and no statement of the draft. */
const withoutShown = (stated: Stated, found: Reservation | undefined): Stated => {
  const shown = found?.selectedPolicies.map((policy) => ({ ...policy, deductible: null }));
  return isSame(stated.selectedPolicies?.map(selectedPolicy), shown)
    ? { ...stated, selectedPolicies: undefined }
    : stated;
};

/** Stay and cover as the draft states them, the rest as the reservation has it. */
const toAssessedStay = (stated: Stated, found: Reservation | undefined, coverageType: CoverageType): AssessedStay =>
  assessedStay({
    coverageType,
    arrivalDate: plainDate(stated.arrivalDate) ?? found?.arrivalDate ?? null,
    departureDate: plainDate(stated.departureDate) ?? found?.departureDate ?? null,
    selectedPolicies: stated.selectedPolicies ?? (found && chosenPolicies(found, coverageType)),
  });
