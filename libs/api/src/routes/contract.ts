import { z } from 'zod';
import { Contract, ContractStatus, ContractStatusBody, UpdateContractBody } from '../contract.ts';
import { DealIgnored, DealResult, DealWebhookBody } from '../deal.ts';
import { idField, list, organizationId } from '../fields.ts';
import { idCursor, orderedPaging } from '../list.ts';
import { allowedActions, always, entityTag, guarded, location, nextPage, route, withBody } from '../route.ts';
import { contractRoles } from './roles.ts';

const service = 'contract';
const params = z.object({ id: idField('contract') });
const contract = { description: 'The contract', body: Contract, headers: entityTag };

export const getContract = route({
  operationId: 'getContract',
  service,
  method: 'get',
  path: '/api/contract/{id}',
  summary: 'Read a contract',
  role: 'read',
  params,
  responses: { 200: { ...contract, headers: { ...entityTag, ...allowedActions } } },
  problems: ['not-found', ...guarded],
  etag: true,
});

export const updateContract = route({
  operationId: 'updateContract',
  service,
  method: 'put',
  path: '/api/contract/{id}',
  summary: 'Change a contract',
  description: 'Changes only the members in the body.',
  role: contractRoles,
  params,
  body: UpdateContractBody,
  responses: { 200: contract },
  problems: [...withBody, 'not-found', 'contract-final', 'version-mismatch', ...guarded],
  etag: true,
});

export const setContractStatus = route({
  operationId: 'setContractStatus',
  service,
  method: 'patch',
  path: '/api/contract/{id}/status',
  summary: 'Move a contract to another state',
  role: 'underwrite',
  params,
  body: ContractStatusBody,
  responses: { 200: contract },
  problems: [...withBody, 'not-found', 'invalid-transition', 'version-mismatch', ...guarded],
  etag: true,
});

export const listContracts = route({
  operationId: 'listContracts',
  service,
  method: 'get',
  path: '/api/contract/organization/{organizationId}',
  summary: 'List the contracts of an organization',
  role: 'read',
  params: z.object({ organizationId }),
  query: z.object({
    status: ContractStatus.optional().meta({ description: 'Only contracts in this state' }),
    ...orderedPaging(idCursor),
  }),
  responses: { 200: { description: 'The contracts', body: list(Contract, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

const relatedPolicy = { Link: 'rel="related" leads to the policy' };

export const receiveDeal = route({
  operationId: 'receiveDeal',
  service,
  method: 'post',
  path: '/api/webhook/crm/deal-closed',
  summary: 'Receive a closed deal',
  description:
    'Creates a contract and its first policy, once per organization and deal. ' +
    'Signed as Standard Webhooks or HubSpot v3.',
  role: 'none',
  requestHeaders: {
    'webhook-id': 'Id of the message, the same one for repetitions of it',
    'webhook-timestamp': 'When it was signed, in seconds since 1970',
    'webhook-signature': 'Its signatures, as Standard Webhooks say',
    'X-HubSpot-Signature-v3': 'The signature of HubSpot, instead of these',
    'X-HubSpot-Request-Timestamp': 'When HubSpot signed, in milliseconds since 1970',
  },
  body: DealWebhookBody,
  rawBody: true,
  responses: {
    200: { description: 'The contract that the same deal made before', body: DealResult, headers: relatedPolicy },
    201: { description: 'The new contract', body: DealResult, headers: { ...location, ...relatedPolicy } },
    202: { description: 'The deal is not won', body: DealIgnored },
  },
  problems: [...withBody, 'unauthenticated', 'forbidden', 'not-found', 'deal-conflict', ...always],
});

export const contractRoutes = [getContract, updateContract, setContractStatus, listContracts, receiveDeal] as const;
