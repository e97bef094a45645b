import { z } from 'zod';
import { AuditEntry, AuditQuery } from '../audit-entry.ts';
import { idField, list } from '../fields.ts';
import { guarded, nextPage, route, type ServiceName } from '../route.ts';

const auditRoute = <const Id extends string>(operationId: Id, service: ServiceName, resource: string) =>
  route({
    operationId,
    service,
    method: 'get',
    path: `/api/${resource}/{id}/audit`,
    summary: `Who changed the ${resource}, when, from what to what`,
    role: 'read',
    params: z.object({ id: idField(resource) }),
    query: AuditQuery,
    responses: { 200: { description: 'The changes', body: list(AuditEntry, 1_000), headers: nextPage } },
    problems: ['invalid-request', 'not-found', ...guarded],
  });

export const getContractAudit = auditRoute('getContractAudit', 'contract', 'contract');
export const getPolicyAudit = auditRoute('getPolicyAudit', 'policy', 'policy');
export const getInvoiceAudit = auditRoute('getInvoiceAudit', 'billing', 'invoice');
export const getRenewalAudit = auditRoute('getRenewalAudit', 'renewal', 'renewal');
export const getClaimAudit = auditRoute('getClaimAudit', 'claims', 'claim');

export const auditRoutes = [getContractAudit, getPolicyAudit, getInvoiceAudit, getRenewalAudit, getClaimAudit] as const;
export type AuditRoute = (typeof auditRoutes)[number];
