import {
  setClaimStatus as setClaimStatusRoute,
  submitClaim as submitRoute,
  updateClaim as updateRoute,
} from '@staycover/api';
import { type CommandDeps, createContext, inTransaction, oncePerKey, type Work } from '@staycover/change';
import { handle, networkPrefix, type ResourceAnswer, type Route } from '@staycover/http';
import type { AwaitReservations } from '../adapters/stated-reservations.ts';
import type { TokenVault } from '../adapters/token-vault.ts';
import { membersSetBy } from '../db/statements.ts';
import { addToClaim } from '../domain/add-to-claim.ts';
import { setClaimStatus } from '../domain/move.ts';
import type { acceptSubmission } from '../use-cases/accept-submission.ts';
import type { CoverAnswer } from '../use-cases/ask-cover.ts';
import { changeClaim } from '../use-cases/change-claim.ts';
import type { CoverQuestions } from '../use-cases/cover-questions.ts';
import { submitClaim } from '../use-cases/submit-claim.ts';
import { submitDraft } from '../use-cases/submit-draft.ts';
import { untilAnswered } from '../use-cases/until-answered.ts';
import { guestResource } from '../wire/claim.ts';
import { claimContent } from '../wire/submission.ts';
import { claimAnswer } from './routes.ts';

type Needs = {
  accept: ReturnType<typeof acceptSubmission>;
  cover: CoverQuestions;
  wait: AwaitReservations;
  vault: TokenVault;
};

/** How claims come in and move over HTTP, as they do by events. */
export const intakeRoutes = (platform: CommandDeps, { accept, cover, wait, vault }: Needs): Route[] => [
  handle(submitRoute, async (request) => {
    const caller = { actor: request.actor, network: networkPrefix(request.address) };
    const { submission, actor } = await accept(caller, request.body);
    const { claimToken } = request.body;
    const submitted = async (work: Work, answer: CoverAnswer): Promise<ResourceAnswer> => {
      const context = createContext(platform, { actor });
      const { claim, isNew } = await inTransaction(work, (tx) => submitClaim(tx, submission, context, answer));
      const headers: Record<string, string> = isNew ? { Location: `/api/claim/${claim.id}` } : {};
      const shown = submission.byGuest ? { body: guestResource(claim, actor.id, submission.content) } : {};
      return { ...claimAnswer(claim), ...shown, headers, status: isNew ? 201 : 200 };
    };
    const guest = claimToken ? vault.digest(claimToken).toString('hex') : undefined;
    return untilAnswered(async () => {
      const answer = await cover.ofSubmission(submission, wait);
      // A repetition under its id is harmless, and no budget would count the answers that are kept for a guest's keys.
      if (guest && request.body.claimId) return submitted(platform.database, answer);
      return oncePerKey(platform, submitRoute, request, (work) => submitted(work, answer), guest);
    });
  }),

  handle(updateRoute, async (request) => {
    const { params, body, ifMatch } = request;
    const context = createContext(platform, request);
    const content = claimContent(body);
    return claimAnswer(
      await changeClaim(platform.database, context, { id: params.id, ifMatch }, membersSetBy(content), (claim) =>
        addToClaim(claim, content, context),
      ),
    );
  }),

  handle(setClaimStatusRoute, async (request) => {
    const { params, body, ifMatch } = request;
    const context = createContext(platform, request);
    const target = { id: params.id, ifMatch };
    return claimAnswer(
      body.status === 'SUBMITTED'
        ? await submitDraft({ database: platform.database, cover, wait }, context, target)
        : await changeClaim(platform.database, context, target, ['moved'], (claim) =>
            setClaimStatus(claim, body.status, context),
          ),
    );
  }),
];
