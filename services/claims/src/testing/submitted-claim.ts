import { type Context, newId, type Role } from '@staycover/kernel';
import type { Claim } from '../domain/claim.ts';
import type { ClaimContent } from '../domain/content.ts';
import { submitClaim } from '../domain/submit.ts';

/** A person of acme with these roles, on 20 November 2026. */
export const contextWith = (...roles: readonly Role[]): Context => ({
  actor: { id: 'eve', organizations: ['acme'], roles },
  now: Temporal.Instant.from('2026-11-20T09:30:00Z'),
  newId,
});

/** A claim of acme that was submitted in that context, of a reservation that is not known. */
export const submittedClaim = (content: ClaimContent, context: Context): Claim =>
  submitClaim(
    {
      claimId: newId(),
      organizationId: 'acme',
      isDraft: false,
      content,
      key: { reservationReferenceId: 'RES-1', reservationId: null },
      hash: 'h',
      changedBy: 'portal',
      pointer: '',
    },
    { reservation: undefined, cover: {} },
    7n,
    context,
  ).state;

/** A chair for 1,000. */
export const brokenChair: ClaimContent = {
  damageDate: Temporal.PlainDate.from('2026-11-13'),
  damageDescription: 'Broken chair',
  estimateAmount: 10_000_000n,
  category: null,
  coverageType: 'CONTENTS',
  documents: [],
  claimUrls: [],
  followupAnswers: {},
};
