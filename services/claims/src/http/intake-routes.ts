import {
  setClaimStatus as setClaimStatusRoute,
  submitClaim as submitRoute,
  updateClaim as updateRoute,
} from '@staycover/api';
import { type Commanding, createContext, inTransaction, oncePerKey, type Work } from '@staycover/change';
import { handle, networkPrefix, type Route, type RouteAnswer } from '@staycover/http';
import { contentHash } from '@staycover/kernel';
import { membersSetBy } from '../db/statements.ts';
import { updateClaim } from '../domain/decisions.ts';
import { setClaimStatus } from '../domain/move.ts';
import type { acceptSubmission } from '../use-cases/accept-submission.ts';
import { changeClaim } from '../use-cases/change-claim.ts';
import type { CoverQuestions } from '../use-cases/cover-questions.ts';
import { submitClaim } from '../use-cases/submit-claim.ts';
import { claimContent } from '../wire.ts';
import { claimAnswer } from './routes.ts';

/** How claims come in and move over HTTP, as they do by events. */
export const intakeRoutes = (
  platform: Commanding,
  accept: ReturnType<typeof acceptSubmission>,
  cover: Pick<CoverQuestions, 'ofSubmission'>,
): Route[] => [
  handle(submitRoute, async (request) => {
    const caller = { actor: request.actor, network: networkPrefix(request.address) };
    const { submission, actor } = await accept(caller, request.body);
    const asked = await cover.ofSubmission(submission);
    const { claimToken } = request.body;
    const submitted = async (work: Work): Promise<RouteAnswer> => {
      const context = createContext(platform, { actor });
      const { claim, isNew } = await inTransaction(work, (tx) => submitClaim(tx, submission, context, asked));
      const headers = { ETag: `"${claim.version}"`, ...(isNew ? { Location: `/api/claim/${claim.id}` } : {}) };
      return { ...claimAnswer(claim), headers, status: isNew ? 201 : 200 };
    };
    return oncePerKey(platform, submitRoute, request, submitted, claimToken ? contentHash(claimToken) : undefined);
  }),

  handle(updateRoute, async (request) => {
    const { params, body, ifMatch, actor } = request;
    const context = createContext(platform, request);
    const update = { content: claimContent(body), status: undefined, changedBy: actor.id, at: '' };
    return claimAnswer(
      await changeClaim(platform.database, context, { id: params.id, ifMatch }, membersSetBy(update.content), (claim) =>
        updateClaim(claim, update, context),
      ),
    );
  }),

  handle(setClaimStatusRoute, async (request) => {
    const { params, body, ifMatch } = request;
    const context = createContext(platform, request);
    return claimAnswer(
      await changeClaim(platform.database, context, { id: params.id, ifMatch }, ['moved'], (claim) =>
        setClaimStatus(claim, body.status, context),
      ),
    );
  }),
];
