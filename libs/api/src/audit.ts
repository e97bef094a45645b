import { z } from 'zod';
import { timestamp } from './fields.ts';

/** Who created and last changed a resource, and when; `version` grows by one with every stored change. */
export const audit = {
  createdBy: z.string(),
  createdDate: timestamp,
  lastModifiedBy: z.string(),
  lastModifiedDate: timestamp,
  version: z.int().min(1),
};
