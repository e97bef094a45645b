import {
  DealBody,
  getContract,
  ignoredMembers,
  listContracts,
  receiveDeal,
  setContractStatus,
  updateContract,
} from '@staycover/api';
import {
  assertVersion,
  handle,
  ignoredMembersHeader,
  isJsonInUtf8,
  pageOf,
  type Route,
  type RouteAnswer,
} from '@staycover/http';
import { type Actor, DomainError } from '@staycover/kernel';
import type { SignedRequest } from '../adapters/crm/signature.ts';
import type { Contract, ContractChanges, ContractStatus } from '../domain/contract.ts';
import type { DealSender, Received } from '../use-cases/receive-deal.ts';
import { contractChanges, contractResource, dealResult } from '../wire.ts';

type Change = { id: string; check: (contract: Contract) => void };

/** What the routes call. */
export type ContractUseCases = {
  get(actor: Actor, id: string): Promise<Contract>;
  list(actor: Actor, organizationId: string, page: { limit: number; after?: string | undefined }): Promise<Contract[]>;
  update(actor: Actor, command: Change & { changes: ContractChanges }): Promise<Contract>;
  setStatus(actor: Actor, command: Change & { status: ContractStatus }): Promise<Contract>;
  /** Tells who sent a deal, by its signature or, without secrets, by their credentials. */
  senderOf(actor: Actor, request: SignedRequest): DealSender;
  receiveDeal(sender: DealSender, body: Buffer): Promise<Received>;
  waitForPolicy(policyId: string, organizationId: string): Promise<boolean>;
};

const answer = (contract: Contract): RouteAnswer => ({ body: contractResource(contract), version: contract.version });

const expecting = (ifMatch: number | undefined) => (contract: Contract) =>
  assertVersion('contract', contract.version, ifMatch);

export const contractRoutes = (useCases: ContractUseCases): Route[] => [
  handle(getContract, async ({ actor, params }) => answer(await useCases.get(actor, params.id))),

  handle(listContracts, async ({ actor, params, query }) => {
    const organizationId = params.organizationId;
    const found = await useCases.list(actor, organizationId, { limit: query.limit + 1, after: query.cursor });
    const path = `/api/contract/organization/${organizationId}`;
    const { page, headers } = pageOf(found, path, query, ({ id }) => id);
    return { body: page.map(contractResource), headers };
  }),

  handle(updateContract, async ({ actor, params, body, ifMatch }) =>
    answer(await useCases.update(actor, { id: params.id, changes: contractChanges(body), check: expecting(ifMatch) })),
  ),

  handle(setContractStatus, async ({ actor, params, body, ifMatch }) =>
    answer(await useCases.setStatus(actor, { id: params.id, status: body.status, check: expecting(ifMatch) })),
  ),

  handle(receiveDeal, async ({ actor, raw, target, header }) => {
    const sender = useCases.senderOf(actor, { body: raw, target, header });
    if (!isJsonInUtf8(header('content-type'))) {
      throw new DomainError('unsupported-media-type', 'The body must be application/json in UTF-8.');
    }
    const received = await useCases.receiveDeal(sender, raw);
    if ('ignored' in received) return { status: 202, body: { ignored: true, reason: received.ignored } };
    const { contract, created, deal } = received;
    if (created) await useCases.waitForPolicy(contract.policyId, contract.organizationId);
    const ignored = ignoredMembers(deal, DealBody.parse(deal));
    return {
      status: created ? 201 : 200,
      body: dealResult(contract),
      headers: {
        Link: `</api/policy/${contract.policyId}>; rel="related"`,
        ...(created ? { Location: `/api/contract/${contract.id}` } : {}),
        ...(ignored.count > 0 ? { 'Ignored-Members': ignoredMembersHeader(ignored) } : {}),
      },
    };
  }),
];
