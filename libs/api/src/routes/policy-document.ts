import { z } from 'zod';
import { idField } from '../fields.ts';
import { PolicyDocumentQuery } from '../policy-bodies.ts';
import { PrintedDocument } from '../printed-document.ts';
import { guarded, route } from '../route.ts';

const printed = {
  service: 'policy',
  method: 'get',
  role: 'read',
  params: z.object({ id: idField('policy') }),
  query: PolicyDocumentQuery,
  responses: {
    200: { description: 'The document', body: PrintedDocument, documents: ['text/html', 'application/pdf'] },
  },
  problems: ['invalid-request', 'not-found', 'policy-not-bound', 'policy-not-in-force', ...guarded],
} as const;

export const getCertificate = route({
  ...printed,
  operationId: 'getCertificate',
  path: '/api/policy/{id}/certificate',
  summary: 'Certificate of insurance of a policy',
  description:
    'Shows others that the policy is in force on a day, for which properties and up to which amounts. JSON by default, or a document in HTML or PDF by `Accept`.',
});

export const getDeclarations = route({
  ...printed,
  operationId: 'getDeclarations',
  path: '/api/policy/{id}/declarations',
  summary: 'Declarations page of a policy',
  description:
    'The policy as of a day: term, price, limits, conditions and each property that it covers. JSON by default, or a document in HTML or PDF by `Accept`.',
});
