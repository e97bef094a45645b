import type { Work } from '@staycover/change';
import { type CalendarDate, isDomainError, isSame, rateIfAny } from '@staycover/kernel';
import type { Asked, AskPolicies } from '../adapters/policy-cover.ts';
import { findDaysWaiting } from '../db/claims.ts';
import { readUsed } from '../db/insured.ts';
import { findClaimed } from '../db/reservations.ts';
import type { Claim, ReservationKey } from '../domain/claim.ts';
import type { Cover } from '../domain/cover/cover.ts';
import { findCurrency } from '../domain/cover/currency.ts';
import { damageNight, decideCover, type PolicyOnNight, type Stay } from '../domain/cover/decide-cover.ts';
import { type CoverMembers, coverMembers, type Deciding } from '../domain/decide.ts';
import type { Reservation } from '../domain/reservation.ts';
import { reservationKey } from '../wire.ts';

/** The question to the policy service before a transaction, and its answer. */
export type AskedCover = { question: Asked; policies: readonly PolicyOnNight[] } | null;

type Dated = Pick<Claim, 'organizationId' | 'damageDate'>;
type Claimed = Dated & ReservationKey;

/** What the question was asked about, and its answer. */
export type Asking = { about: Claimed; asked: AskedCover };

type Deps = { database: Work; ask: AskPolicies };

/** Asks for the cover of a damage's night; null where there is nothing to ask. */
export const askCover = async (deps: Deps, claim: Claimed): Promise<AskedCover> =>
  askAbout(deps, claim, await findClaimed(deps.database, claim.organizationId, claim));

const askAbout = async ({ ask }: Deps, damage: Dated, reservation: Reservation | undefined): Promise<AskedCover> => {
  const question = toQuestion(damage, reservation);
  return question && { question, policies: await ask(question) };
};

const nullIfSilent = async (asking: Promise<AskedCover>): Promise<AskedCover> => {
  try {
    return await asking;
  } catch (error) {
    if (isDomainError(error, 'service-unavailable')) return null;
    throw error;
  }
};

/** The same, but tolerates an unavailable policy service. */
export const askCoverIfThere = (deps: Deps, claim: Claimed): Promise<AskedCover> => nullIfSilent(askCover(deps, claim));

/** The same for claims that wait for their reservation: an answer for each day of damage, as far as there is one. */
export const askLateCover = async (deps: Deps, reservation: Reservation): Promise<AskedCover[]> => {
  const { organizationId } = reservation;
  const days = await findDaysWaiting(deps.database, organizationId, reservationKey(reservation));
  const ask = (damageDate: CalendarDate) => nullIfSilent(askAbout(deps, { organizationId, damageDate }, reservation));
  return Promise.all(days.map(ask));
};

const toQuestion = ({ organizationId, damageDate }: Dated, reservation: Reservation | undefined): Asked | null => {
  if (!reservation?.propertyId || damageDate === null) return null;
  const date = damageNight(damageDate, toStay(reservation)).toString();
  const { propertyId, arrivalDate } = reservation;
  return { organizationId, propertyId, date, arrivalDate: arrivalDate.toString() };
};

const toStay = ({ arrivalDate, departureDate, numberOfNights, selectedPolicies }: Reservation): Stay => ({
  arrivalDate,
  departureDate,
  nights: numberOfNights,
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

type KnownCover = Pick<Deciding, 'used' | 'isUndated'> & { cover: Cover | null };

/**
 * The cover of a claim by that answer, and its used part; undefined when the question would be different by now.
 */
export const coverNow = async (
  tx: Work,
  claim: Claimed & Pick<Claim, 'id' | 'category' | 'coverageType'>,
  reservation: Reservation | undefined,
  asked: AskedCover,
): Promise<KnownCover | undefined> => {
  const question = toQuestion(claim, reservation);
  if (question && !isSame(question, asked?.question)) return undefined;
  const { damageDate, category, coverageType } = claim;
  const damage = damageDate && { damageDate, category, coverageType };
  const cover = reservation && damage ? decideCover(damage, toStay(reservation), asked?.policies ?? []) : null;
  const key = reservation ?? claim;
  const isUndated = reservation !== undefined && damageDate === null;
  return {
    cover,
    isUndated,
    used: await readUsed(tx, { ...claim, reservationReferenceId: key.reservationReferenceId }, cover),
  };
};

/** Whether the question is answered as it would be asked by now, or there is none. */
export const isAnswered = async (tx: Work, { about, asked }: Asking): Promise<boolean> => {
  const question = toQuestion(about, await findClaimed(tx, about.organizationId, about));
  return question === null || isSame(question, asked?.question);
};

type Submitted = Parameters<typeof coverNow>[1] & Pick<Claim, 'estimateAmount'>;

/**
 * What a claim keeps of its cover at intake, by the one of the answers that is about it; empty without the reservation, or
 * when the policy service was silent.
 */
export const coverAtIntake = async (
  tx: Work,
  claim: Submitted,
  reservation: Reservation | undefined,
  answers: readonly AskedCover[],
): Promise<Partial<CoverMembers>> => {
  if (!reservation || claim.damageDate === null) return {};
  const question = toQuestion(claim, reservation);
  const asked = answers.find((answer) => isSame(answer?.question, question)) ?? null;
  const found = await coverNow(tx, claim, reservation, asked);
  return found ? coverMembers(found.cover, found.used, claim.estimateAmount) : {};
};
