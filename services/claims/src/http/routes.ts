import type { FollowupBody, FollowupResult, Reservation, ReservationLookupBody } from '@staycover/api';
import {
  assessFollowup,
  Claim as ClaimSchema,
  getClaim,
  getClaimAudit,
  listClaims,
  lookupReservation,
  stateReservation,
} from '@staycover/api';
import { type CommandDeps, createContext } from '@staycover/change';
import { auditRoute, handle, networkPrefix, nextPageLink, type ResourceAnswer, type Route } from '@staycover/http';
import { listClaims as listPage } from '../db/claim-pages.ts';
import { claims } from '../db/claims.ts';
import type { Claim } from '../domain/claim.ts';
import type { Caller } from '../use-cases/limit-lookups.ts';
import type { stateReservation as stateReservationWith } from '../use-cases/state-reservation.ts';
import { claimResource } from '../wire/claim.ts';
import { allowedOn } from './allowed.ts';

/** What the routes call. */
type ClaimsUseCases = {
  state: ReturnType<typeof stateReservationWith>;
  lookup(caller: Caller, keys: ReservationLookupBody): Promise<Reservation>;
  assess(caller: Caller, body: FollowupBody): Promise<FollowupResult>;
};

const PRIVATE = { 'Cache-Control': 'no-store' };

export const claimAnswer = (claim: Claim): ResourceAnswer => ({ body: claimResource(claim), version: claim.version });

export const claimsRoutes = (platform: CommandDeps, useCases: ClaimsUseCases): Route[] => [
  handle(stateReservation, async (request) => ({
    body: await useCases.state(request.body, createContext(platform, request), networkPrefix(request.address)),
    headers: PRIVATE,
  })),

  handle(lookupReservation, async ({ actor, address, body }) => {
    const reservation = await useCases.lookup({ actor, network: networkPrefix(address) }, body);
    return { body: reservation, headers: PRIVATE };
  }),

  handle(listClaims, async ({ actor, query }) => {
    const { limit, cursor, order, ...filter } = query;
    const after = cursor === undefined ? undefined : BigInt(cursor);
    const { page, next } = await listPage(platform.database, actor, filter, { limit, after, order });
    const headers = nextPageLink('/api/claim', query, next?.toString());
    return { body: page.map(claimResource), headers };
  }),

  handle(getClaim, async ({ actor, params }) => {
    const claim = await claims.load(platform.database, actor, params.id);
    return { ...claimAnswer(claim), allowed: allowedOn(claim, actor) };
  }),

  handle(assessFollowup, async ({ actor, address, body }) => ({
    body: await useCases.assess({ actor, network: networkPrefix(address) }, body),
  })),

  auditRoute(platform.database, getClaimAudit, {
    resource: 'claim',
    members: [...Object.keys(ClaimSchema.shape), 'followupAnswers'],
    names: { status: 'statusName', assessment: 'aiAssessment' },
    rates: ['estimateAmount', 'reserveAmount', 'paidAmount'],
    find: (actor, id) => claims.load(platform.database, actor, id),
  }),
];
