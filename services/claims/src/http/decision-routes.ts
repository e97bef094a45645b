import { type ClaimDecisionBody, decideClaim as decideRoute } from '@staycover/api';
import { type CommandDeps, createContext } from '@staycover/change';
import { handle, type Route } from '@staycover/http';
import { rateIfAny } from '@staycover/kernel';
import type { DecisionAsked } from '../domain/decide.ts';
import type { CoverDeps } from '../use-cases/ask-cover.ts';
import { decideClaim } from '../use-cases/decide-claim.ts';
import { claimAnswer } from './routes.ts';

const toDecisionAsked = (body: ClaimDecisionBody): DecisionAsked => ({
  outcome: body.outcome,
  lossAmount: rateIfAny(body.lossAmount) ?? undefined,
  approvedAmount: rateIfAny(body.approvedAmount) ?? undefined,
  denialReason: body.denialReason ?? undefined,
  note: body.note ?? undefined,
});

export const decisionRoutes = (platform: CommandDeps, deps: CoverDeps): Route[] => [
  handle(decideRoute, async (request) => {
    const { params, body, ifMatch } = request;
    return claimAnswer(
      await decideClaim(deps, createContext(platform, request), { id: params.id, ifMatch }, toDecisionAsked(body)),
    );
  }),
];
