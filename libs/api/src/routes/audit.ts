import { z } from 'zod';
import { AuditEntry, AuditQuery } from '../audit-entry.ts';
import { idOf, list } from '../fields.ts';
import { guarded, nextPage, route, type ServiceName } from '../route.ts';

const auditOf = <const Id extends string>(operationId: Id, service: ServiceName, resource: string) =>
  route({
    operationId,
    service,
    method: 'get',
    path: `/api/${resource}/{id}/audit`,
    summary: `Who changed the ${resource}, when, from what to what`,
    role: 'read',
    params: z.object({ id: idOf(resource) }),
    query: AuditQuery,
    responses: { 200: { description: 'The changes', body: list(AuditEntry, 1_000), headers: nextPage } },
    problems: ['invalid-request', 'not-found', ...guarded],
  });

export const getContractAudit = auditOf('getContractAudit', 'contract', 'contract');
export const getPolicyAudit = auditOf('getPolicyAudit', 'policy', 'policy');
export const getInvoiceAudit = auditOf('getInvoiceAudit', 'billing', 'invoice');
export const getRenewalAudit = auditOf('getRenewalAudit', 'renewal', 'renewal');
export const getClaimAudit = auditOf('getClaimAudit', 'claims', 'claim');

export const auditRoutes = [getContractAudit, getPolicyAudit, getInvoiceAudit, getRenewalAudit, getClaimAudit] as const;
export type AuditRoute = (typeof auditRoutes)[number];
