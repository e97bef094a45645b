import * as api from '@staycover/api';
import { commandsOn } from '@staycover/change';
import {
  auditRoute,
  handle,
  ignoredMembersHeader,
  isJsonInUtf8,
  nextPageLink,
  prefersStrict,
  type Route,
} from '@staycover/http';
import { type Actor, DomainError } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import type { SignedRequest } from '../adapters/crm/signature.ts';
import { contracts, listContracts } from '../db/contracts.ts';
import { changeContract, contractTransitions, setContractStatus } from '../domain/contract.ts';
import type { DealSender, Received } from '../use-cases/receive-deal.ts';
import { contractChanges, contractResource, dealResult } from '../wire.ts';

/** How deals come in. */
export type Webhook = {
  /** Identifies the sender of a deal, by its signature or, without secrets, by the credentials. */
  verifySender(actor: Actor, request: SignedRequest): DealSender;
  receiveDeal(sender: DealSender, body: Buffer, isStrict: boolean): Promise<Received>;
};

export const contractRoutes = (platform: Platform, webhook: Webhook): Route[] => {
  const { database } = platform;
  const command = commandsOn(platform, contracts, contractResource);
  return [
    handle(api.getContract, async ({ actor, params }) => {
      const contract = await contracts.load(database, actor, params.id);
      const { status, version } = contract;
      const allowed = {
        setContractStatus: contractTransitions[status],
        updateContract: contractTransitions[status].length > 0,
      };
      return { body: contractResource(contract), version, allowed };
    }),

    handle(api.listContracts, async ({ actor, params, query }) => {
      const { organizationId } = params;
      const { status, order, limit, cursor: after } = query;
      const { page, next } = await listContracts(database, actor, { organizationId, status }, { order, limit, after });
      const headers = nextPageLink(`/api/contract/organization/${organizationId}`, query, next);
      return { body: page.map(contractResource), headers };
    }),

    command(api.updateContract, (contract, { body }) => changeContract(contract, contractChanges(body))),

    command(api.setContractStatus, (contract, { body }) => setContractStatus(contract, body.status)),

    dealRoute(webhook),

    auditRoute(database, api.getContractAudit, {
      resource: 'contract',
      members: Object.keys(api.Contract.shape),
      rates: ['baseRatePerNight'],
      find: (actor, id) => contracts.load(database, actor, id),
    }),
  ];
};

const dealRoute = (webhook: Webhook): Route =>
  handle(api.receiveDeal, async ({ actor, raw, target, header }) => {
    const sender = webhook.verifySender(actor, { body: raw, target, header });
    if (!isJsonInUtf8(header('content-type'))) {
      throw new DomainError('unsupported-media-type', 'The body must be application/json in UTF-8.');
    }
    const isStrict = prefersStrict(header('prefer'));
    const applied: Record<string, string> = isStrict ? { 'Preference-Applied': 'handling=strict' } : {};
    const received = await webhook.receiveDeal(sender, raw, isStrict);
    if ('ignored' in received) {
      return { status: 202, body: { ignored: true, reason: received.ignored }, headers: applied };
    }
    const { contract, created, unused } = received;
    return {
      status: created ? 201 : 200,
      body: dealResult(contract),
      headers: {
        Link: `</api/policy/${contract.policyId}>; rel="related"`,
        ...(created ? { Location: `/api/contract/${contract.id}` } : {}),
        ...applied,
        ...(unused.count > 0 ? { 'Ignored-Members': ignoredMembersHeader(unused) } : {}),
      },
    };
  });
