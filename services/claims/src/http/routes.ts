import type { FollowupBody, FollowupResult, Reservation, ReservationLookupBody } from '@staycover/api';
import { assessFollowup, getClaim, listClaims, lookupReservation } from '@staycover/api';
import { handle, type Route, type RouteAnswer } from '@staycover/http';
import type { Actor } from '@staycover/kernel';
import type { Claim } from '../domain/claim.ts';
import { claimResource } from '../wire.ts';

type Caller = { actor: Actor; address: string };
type Filter = { organizationId?: string | undefined; reservationReferenceId?: string | undefined };

/** What the routes call. */
export type ClaimsUseCases = {
  lookup(caller: Caller, keys: ReservationLookupBody): Promise<Reservation>;
  get(actor: Actor, id: string): Promise<Claim>;
  list(actor: Actor, filter: Filter, page: { limit: number; after?: bigint | undefined }): Promise<Claim[]>;
  assess(caller: Caller, body: FollowupBody): Promise<FollowupResult>;
};

const MAX_LIST = 1_000;

const answer = (claim: Claim): RouteAnswer => ({ body: claimResource(claim), version: claim.version });

export const claimsRoutes = (useCases: ClaimsUseCases): Route[] => [
  handle(lookupReservation, async ({ actor, address, body }) => {
    const reservation = await useCases.lookup({ actor, address }, body);
    return { body: reservation, headers: { 'Cache-Control': 'no-store' } };
  }),

  handle(listClaims, async ({ actor, query }) => {
    const { organizationId, reservationReferenceId, limit = MAX_LIST, cursor } = query;
    const filter = { organizationId, reservationReferenceId };
    const found = await useCases.list(actor, filter, {
      limit: limit + 1,
      after: cursor === undefined ? undefined : BigInt(cursor),
    });
    const page = found.slice(0, limit);
    const body = page.map(claimResource);
    if (found.length <= limit) return { body };
    const asked = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const next = new URLSearchParams([...asked, ['limit', `${limit}`], ['cursor', `${page.at(-1)!.number}`]]);
    return { body, headers: { Link: `</api/claim?${next}>; rel="next"` } };
  }),

  handle(getClaim, async ({ actor, params }) => answer(await useCases.get(actor, params['id']!))),

  handle(assessFollowup, async ({ actor, address, body }) => ({
    body: await useCases.assess({ actor, address }, body),
  })),
];
