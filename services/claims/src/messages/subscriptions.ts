import { handles, handlesTogether, type Subscription } from '@staycover/change';
import { billingEvents, inboundEvents } from '@staycover/events';
import { isDomainError, statedTime } from '@staycover/kernel';
import type { StatedReservations } from '../adapters/stated-reservations.ts';
import type { TokenVault } from '../adapters/token-vault.ts';
import type { CoverAnswer } from '../use-cases/ask-cover.ts';
import type { CoverQuestions } from '../use-cases/cover-questions.ts';
import { postReserveSplit } from '../use-cases/post-reserve-split.ts';
import { submitClaim } from '../use-cases/submit-claim.ts';
import { syncReservation } from '../use-cases/sync-reservation.ts';
import { updateClaim } from '../use-cases/update-claim.ts';
import { reservationFrom } from '../wire/reservation.ts';
import { submissionFrom } from '../wire/submission.ts';

/** What this service listens to. */
export const consumes = [
  billingEvents.reserveSplit,
  billingEvents.reserveSplitReversed,
  inboundEvents.reservationSynced,
  inboundEvents.claimSubmitted,
  inboundEvents.claimUpdated,
] as const;

// Statements about one claim or reservation count in the order in which they were sent.
const ordered = { ordered: true };

/** Whatever else the policy service answers than a cover, the event is not rejected but redelivered. */
const again = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch((cause: unknown) => {
    if (!isDomainError(cause) || isDomainError(cause, 'service-unavailable')) throw cause;
    throw new Error('The cover cannot be asked now.', { cause });
  });

type Needs = { vault: TokenVault; cover: CoverQuestions; reservations: StatedReservations };

/** Every input of this service and its handler. */
export const subscriptions = ({ vault, cover, reservations }: Needs): readonly Subscription[] => {
  const sync = syncReservation(vault);
  return [
    ...[billingEvents.reserveSplit, billingEvents.reserveSplitReversed].map((event) =>
      handlesTogether(event, (tx, { id, data }, { now }) => postReserveSplit(tx, { eventId: id, data, now })),
    ),
    handles(
      inboundEvents.reservationSynced,
      (tx, { time, data }, context, answers: CoverAnswer[]) => {
        const reservation = reservationFrom(data.organizationId, data);
        const claimToken = data.claimToken ?? undefined;
        return sync(
          tx,
          { reservation, claimToken, statedAt: statedTime(time, context.cameAt), isCall: false, pointer: '/data' },
          context,
          answers,
        );
      },
      { ...ordered, before: ({ data }) => again(cover.ofReservation(reservationFrom(data.organizationId, data))) },
    ),
    handles(
      inboundEvents.claimSubmitted,
      (tx, { source, data }, context, answer: CoverAnswer) =>
        submitClaim(
          tx,
          { ...submissionFrom(data, { changedBy: source, pointer: '/data' }), statedAt: context.receivedAt },
          context,
          answer,
        ),
      {
        ...ordered,
        before: ({ source, data }, context) => {
          const submission = submissionFrom(data, { changedBy: source, pointer: '' });
          return again(cover.ofSubmission(submission, reservations.forEvent(context)));
        },
      },
    ),
    handles(
      inboundEvents.claimUpdated,
      (tx, { id, source, data }, context, answer: CoverAnswer) => {
        const { organizationId, claimId } = data;
        const update = { organizationId, claimId, event: { id, source }, statedAt: context.receivedAt, data };
        return updateClaim(tx, update, context, answer);
      },
      { ...ordered, before: ({ data }, context) => again(cover.ofUpdate(data, reservations.forEvent(context))) },
    ),
  ];
};
