import { parseEnvironment, serviceEnvironment, type ServiceConfig } from '@staycover/service';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { crmMapping } from './adapters/crm/mapping.ts';

const environment = serviceEnvironment.extend({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8082),
  /** Which member of a CRM's deal is which field of ours. */
  CRM_MAPPING_FILE: z.string().default(join(import.meta.dirname, '../crm-mapping.json')),
});

export type ContractConfig = ServiceConfig & { CRM_MAPPING_FILE: string };

export const readMapping = ({ CRM_MAPPING_FILE }: ContractConfig) =>
  crmMapping.parse(JSON.parse(readFileSync(CRM_MAPPING_FILE, 'utf8')));

export const readConfig = (env: unknown = process.env): ContractConfig => parseEnvironment(environment, env);
