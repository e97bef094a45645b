import { Deal, schemaAt } from '@staycover/api';
import { z } from 'zod';

const dealField = z.string().refine((field) => schemaAt(Deal, field) !== undefined, 'is no field of a deal');

const crmMapping = z.object({
  /** Where the CRM keeps the stage of the deal. */
  stage: z.string(),
  /** The stages of a won deal. */
  won: z.array(z.string()).min(1),
  /** Field of the canonical deal → member of what the CRM sends, both with dots between levels. */
  fields: z.record(dealField, z.string()).refine((fields) => 'organizationId' in fields, 'must map organizationId'),
});

export const crmMappings = z.object({ hubspot: crmMapping, pipedrive: crmMapping });

export type CrmMapping = z.output<typeof crmMapping>;
export type CrmMappings = z.output<typeof crmMappings>;
