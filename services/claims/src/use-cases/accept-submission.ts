import type { ClaimBody } from '@staycover/api';
import { type Actor, assertOrganization, DomainError, mayAccess, type NewId, unauthenticated } from '@staycover/kernel';
import type { Submission } from '../domain/submit.ts';
import { submissionFrom } from '../wire/submission.ts';
import type { Caller } from './limit-lookups.ts';
import type { FindReservation } from './lookup-reservation.ts';

type Deps = { find: FindReservation; newId: NewId };

/** A submission and its actor: a guest acts only for the organization of the reservation. */
export type Accepted = { submission: Submission; actor: Actor };

/**
 * Authorizes a submission: by the caller's role and organizations, or by the claim token of a reservation, which
 * identifies both.
 * @throws DomainError `unauthenticated`, `forbidden`, `not-found` for a foreign organization or an unknown token,
 *   `invalid-request` for members that contradict the token, `rate-limited`.
 */
export const acceptSubmission =
  ({ find, newId }: Deps) =>
  async (caller: Caller, { claimToken, ...body }: ClaimBody): Promise<Accepted> => {
    const claimId = body.claimId ?? newId();
    if (claimToken) return acceptGuest({ find }, caller, { ...body, claimId }, claimToken);
    const { actor } = caller;
    assertMaySubmit(actor);
    const organizationId = body.organizationId!;
    assertOrganization(actor, organizationId);
    const submission = submissionFrom({ ...body, organizationId, claimId }, { changedBy: actor.id, pointer: '' });
    return { submission, actor };
  };

type Body = Omit<ClaimBody, 'claimToken'> & { claimId: string };

const acceptGuest = async (
  { find }: Pick<Deps, 'find'>,
  caller: Caller,
  body: Body,
  claimToken: string,
): Promise<Accepted> => {
  const { reservationReferenceId } = body;
  const found = await find(caller, { claimToken, reservationReferenceId }, []);
  const { organizationId } = found;
  const stated = { organizationId: body.organizationId ?? organizationId, reservationId: body.reservationId ?? null };
  const faults = [
    ...(stated.organizationId === organizationId ? [] : ['/organizationId']),
    ...(stated.reservationId === null || stated.reservationId === found.reservationId ? [] : ['/reservationId']),
  ];
  if (faults.length > 0) {
    throw DomainError.invalid(faults.map((pointer) => ({ pointer, detail: 'is not that of the claimToken' })));
  }
  const id = caller.actor.id === unauthenticated.id ? 'guest' : caller.actor.id;
  const byGuest = !(caller.actor.roles.includes('write') && mayAccess(caller.actor, organizationId));
  const named = { organizationId, reservationReferenceId: found.reservationReferenceId, reservationId: null };
  const submission = submissionFrom({ ...body, ...named }, { changedBy: id, pointer: '' });
  return {
    submission: { ...submission, byToken: true, byGuest },
    actor: { id, organizations: [organizationId], roles: [] },
  };
};

const assertMaySubmit = ({ id, roles }: Actor): void => {
  if (roles.includes('write')) return;
  if (id === unauthenticated.id) {
    throw new DomainError('unauthenticated', 'Send a bearer token, an API key or the claimToken of the reservation.');
  }
  throw new DomainError('forbidden', 'This needs the role write, or the claimToken of the reservation.', {
    requiredRoles: ['write'],
  });
};
