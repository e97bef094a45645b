import { z } from 'zod';
import { longText, timestamp } from './fields.ts';

/** Who created and last changed a resource, and when; `version` grows by one with every stored change. */
export const audit = {
  createdBy: longText,
  createdDate: timestamp,
  lastModifiedBy: longText,
  lastModifiedDate: timestamp,
  version: z.int().min(1),
};
