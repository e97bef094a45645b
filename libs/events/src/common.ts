import { fields } from '@staycover/api';
import { z } from 'zod';

/** Members of every event's data: its organization, and the version of the aggregate. */
export const aggregate = { organizationId: fields.organizationId, version: z.int().min(1) };
