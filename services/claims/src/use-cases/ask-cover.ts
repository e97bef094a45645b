import type { Work } from '@staycover/change';
import { isDomainError, isSame, rateIfAny } from '@staycover/kernel';
import type { Asked, AskPolicies } from '../adapters/policy-cover.ts';
import { readUsed } from '../db/insured.ts';
import { findClaimed } from '../db/reservations.ts';
import type { Claim, ReservationKey } from '../domain/claim.ts';
import type { Cover } from '../domain/cover/cover.ts';
import { findCurrency } from '../domain/cover/currency.ts';
import { damageNight, decideCover, type PolicyOnNight, type Stay } from '../domain/cover/decide-cover.ts';
import type { Deciding } from '../domain/decide.ts';
import type { Reservation } from '../domain/reservation.ts';

/** The question to the policy service before a transaction, and its answer. */
export type AskedCover = { question: Asked; policies: readonly PolicyOnNight[] } | null;

type Claimed = Pick<Claim, 'organizationId' | 'damageDate'> & ReservationKey;

/** What the question was asked about, and its answer. */
export type Asking = { about: Claimed; asked: AskedCover };

type Deps = { database: Work; ask: AskPolicies };

/** Asks for the cover of a damage's night; null where there is nothing to ask. */
export const askCover = async ({ database, ask }: Deps, claim: Claimed): Promise<AskedCover> => {
  const question = toQuestion(claim, await findClaimed(database, claim.organizationId, claim));
  return question && { question, policies: await ask(question) };
};

/** The same, but tolerates an unavailable policy service. */
export const askCoverIfThere = async (deps: Deps, claim: Claimed): Promise<AskedCover> => {
  try {
    return await askCover(deps, claim);
  } catch (error) {
    if (isDomainError(error, 'service-unavailable')) return null;
    throw error;
  }
};

const toQuestion = ({ organizationId, damageDate }: Claimed, reservation: Reservation | undefined): Asked | null => {
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
