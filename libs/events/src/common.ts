import { fields } from '@staycover/api';
import { z } from 'zod';

/** What the data of every event has: whose it is, and the version that the aggregate reached. */
export const aggregate = { organizationId: fields.organizationId, version: z.int().min(1) };
