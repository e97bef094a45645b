import { AskAgain, type Work } from '@staycover/change';
import { type CalendarDate, isDomainError, isSame, rateIfAny } from '@staycover/kernel';
import type { AskPolicies, CoverQuestion } from '../adapters/policy-cover.ts';
import { findDaysWaiting } from '../db/claims.ts';
import { readUsed } from '../db/policy-limits.ts';
import { findClaimedReservation } from '../db/reservations.ts';
import type { Claim, ReservationKey } from '../domain/claim.ts';
import type { FoundCover } from '../domain/cover/cover.ts';
import { findCurrency } from '../domain/cover/currency.ts';
import { damageNight, decideCover, type PolicyOnNight, type Stay } from '../domain/cover/decide-cover.ts';
import { type CoverMembers, coverMembers } from '../domain/decide.ts';
import type { Reservation } from '../domain/reservation.ts';
import { reservationKey } from '../wire/reservation.ts';

/** What was asked of the policy service before a transaction; null: nothing was looked into. */
export type CoverAnswer = {
  /** Null: there was nothing to ask. */
  question: CoverQuestion | null;
  /** Null: the service did not answer. */
  policies: readonly PolicyOnNight[] | null;
} | null;

export const NOTHING_TO_ASK: CoverAnswer = { question: null, policies: [] };

type Dated = Pick<Claim, 'organizationId' | 'damageDate'>;
export type Claimed = Dated & ReservationKey;
type Damaged = Claimed & Pick<Claim, 'id' | 'category' | 'coverageType'>;

/** What was asked about, and the answer. */
export type Inquiry = { about: Claimed; answer: CoverAnswer };

export type CoverDeps = { database: Work; ask: AskPolicies };

type Asking = { database: Work; ask: (question: CoverQuestion) => Promise<PolicyOnNight[] | null> };

/** Asks for the cover of a damage's night; null where there is nothing to ask. */
export const askCover = async (deps: Asking, claim: Claimed): Promise<CoverAnswer> =>
  askAbout(deps, claim, await findClaimedReservation(deps.database, claim.organizationId, claim));

const askAbout = async ({ ask }: Asking, damage: Dated, reservation: Reservation | undefined): Promise<CoverAnswer> => {
  const question = toQuestion(damage, reservation);
  return question && { question, policies: await ask(question) };
};

const toleratingSilence = ({ database, ask }: CoverDeps): Asking => ({
  database,
  ask: (question) =>
    ask(question).catch((error: unknown) => {
      if (isDomainError(error, 'service-unavailable')) return null;
      throw error;
    }),
});

/** The same, but tolerates an unavailable policy service. */
export const askCoverIfThere = (deps: CoverDeps, claim: Claimed): Promise<CoverAnswer> =>
  askCover(toleratingSilence(deps), claim);

/** The same for claims that wait for their reservation: an answer for each day of damage, as far as there is one. */
export const askLateCover = async (deps: CoverDeps, reservation: Reservation): Promise<CoverAnswer[]> => {
  const { organizationId } = reservation;
  const days = await findDaysWaiting(deps.database, organizationId, reservationKey(reservation));
  const asking = toleratingSilence(deps);
  const ask = (damageDate: CalendarDate) => askAbout(asking, { organizationId, damageDate }, reservation);
  return Promise.all(days.map(ask));
};

const toQuestion = (
  { organizationId, damageDate }: Dated,
  reservation: Reservation | undefined,
): CoverQuestion | null => {
  if (!reservation?.propertyId || damageDate === null) return null;
  const date = damageNight(damageDate, toStay(reservation)).toString();
  const { propertyId, arrivalDate } = reservation;
  return { organizationId, propertyId, date, arrivalDate: arrivalDate.toString() };
};

const toStay = ({ arrivalDate, departureDate, selectedPolicies }: Reservation): Stay => ({
  arrivalDate,
  departureDate,
  selected: selectedPolicies.map((policy) => ({
    limits: {
      CONTENTS: rateIfAny(policy.damageCoverage),
      DWELLING: rateIfAny(policy.dwellingCoverage),
      LIABILITY: rateIfAny(policy.liabilityCoverage),
    },
    deductible: rateIfAny(policy.deductible),
    currency: findCurrency(policy.currencyId),
  })),
});

const isAnsweredBy = (question: CoverQuestion | null, answer: CoverAnswer): boolean =>
  question === null || (isSame(question, answer?.question) && answer?.policies !== null);

/** @throws AskAgain when there is a question by now that was not asked: claim and reservation came at the same moment. */
export const assertAsked = (
  damage: Dated,
  reservation: Reservation | undefined,
  answers: readonly CoverAnswer[],
): void => {
  const question = toQuestion(damage, reservation);
  if (question === null || answers.some((answer) => isSame(question, answer?.question))) return;
  throw new AskAgain('The cover was not asked before.');
};

/** The cover of a claim by the answer; undefined when the question would be different by now. */
export const coverNow = async (
  tx: Work,
  claim: Damaged,
  reservation: Reservation | undefined,
  answer: CoverAnswer,
): Promise<FoundCover | undefined> => {
  if (!isAnsweredBy(toQuestion(claim, reservation), answer)) return undefined;
  const { damageDate, category, coverageType } = claim;
  const damage = damageDate && { damageDate, category, coverageType };
  const cover = reservation && damage ? decideCover(damage, toStay(reservation), answer?.policies ?? []) : null;
  const { reservationReferenceId } = reservation ?? claim;
  const isUndated = reservation !== undefined && damageDate === null;
  return {
    cover,
    isUndated,
    used: await readUsed(tx, { ...claim, reservationReferenceId }, cover),
  };
};

/** Whether the question is answered as it would be asked by now, or there is nothing to ask for a decision. */
export const isAnswered = async (tx: Work, { about, answer }: Inquiry): Promise<boolean> =>
  answer !== null &&
  isAnsweredBy(toQuestion(about, await findClaimedReservation(tx, about.organizationId, about)), answer);

/**
 * What a claim keeps of its cover at intake, by the one of the answers that is about it; empty without the reservation, or
 * when the policy service was silent.
 */
export const coverAtIntake = async (
  tx: Work,
  claim: Damaged & Pick<Claim, 'estimateAmount'>,
  reservation: Reservation | undefined,
  answers: readonly CoverAnswer[],
): Promise<Partial<CoverMembers>> => {
  if (!reservation || claim.damageDate === null) return {};
  const question = toQuestion(claim, reservation);
  const answer = answers.find((one) => isSame(one?.question, question)) ?? null;
  const found = await coverNow(tx, claim, reservation, answer);
  return found ? coverMembers(found.cover, found.used, claim.estimateAmount) : {};
};
