import { z } from 'zod';
import * as f from './fields.ts';
import { numberCursor, orderedPaging } from './list.ts';
import { component } from './rules.ts';

export const AuditQuery = z.object(orderedPaging(numberCursor));

const value = z.unknown().meta({
  description:
    'As in the resource, with its rate tables; other nested values as they are stored; null if there was no value',
});

export const AuditEntry = component(
  z.object({
    at: f.timestamp,
    kind: z
      .enum(['ADDED', 'CHANGED', 'REMOVED'])
      .meta({ description: 'Of the resource, or of a part of it, like a line' }),
    version: z.int().min(1).nullable().meta({ description: 'Version that it reached; null for a part of it' }),
    actor: f.longText.nullable().meta({ description: 'Who did it' }),
    source: f.longText.nullable().meta({ description: 'By what: a request, an event, a schedule' }),
    address: f.longText.nullable().meta({ description: 'Network address of the caller; shown to operators only' }),
    traceId: f.longText.nullable(),
    changes: f
      .list(z.object({ member: f.longText, before: value, after: value }), 500)
      .meta({ description: 'What changed, from what to what' }),
  }),
  {
    id: 'AuditEntry',
    description: 'Who changed what, when, from what to what',
    example: {
      at: '2026-11-20T09:30:00.010Z',
      kind: 'CHANGED',
      version: 2,
      actor: 'dana@acme',
      source: 'PATCH /api/invoice/01a1f84a-95c0-734f-8cde-89a26d67220d/status',
      address: null,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      changes: [{ member: 'status', before: 'DRAFT', after: 'SENT' }],
    },
  },
);
export type AuditEntry = z.infer<typeof AuditEntry>;
