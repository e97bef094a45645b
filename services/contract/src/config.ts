import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listenPort, parseEnvironment, type ServiceConfig, serviceEnvironment } from '@staycover/service';
import { z } from 'zod';
import { crmMappings } from './adapters/crm/mapping.ts';
import { type WebhookSecret, webhookSecrets } from './adapters/crm/secrets.ts';

export const environment = serviceEnvironment.extend({
  PORT: listenPort(8082),
  CRM_MAPPING_FILE: z
    .string()
    .default(join(import.meta.dirname, '../crm-mapping.json'))
    .describe("Which member of a CRM's deal is which field of ours."),
  CRM_WEBHOOK_SECRETS: webhookSecrets
    .optional()
    .describe('What CRMs sign their webhooks with; without it, a webhook needs no signature.'),
});

export type ContractConfig = ServiceConfig & { CRM_MAPPING_FILE: string; CRM_WEBHOOK_SECRETS?: WebhookSecret[] };

export const readMappings = ({ CRM_MAPPING_FILE }: ContractConfig) =>
  crmMappings.parse(JSON.parse(readFileSync(CRM_MAPPING_FILE, 'utf8')));

const mappingFaults = (config: ContractConfig): string[] => {
  try {
    readMappings(config);
    return [];
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    return [`CRM_MAPPING_FILE: ${config.CRM_MAPPING_FILE} cannot be used: ${reason}`];
  }
};

const secretFaults = ({ NODE_ENV, CRM_WEBHOOK_SECRETS }: ContractConfig): string[] =>
  NODE_ENV === 'production' && !CRM_WEBHOOK_SECRETS?.length
    ? [
        'CRM_WEBHOOK_SECRETS: is needed in production; set it to whsec_<Base64> or hubspot:<client secret>, as your CRM has it',
      ]
    : [];

export const readConfig = (env: unknown = process.env): ContractConfig =>
  parseEnvironment(environment, env, (config) => [...mappingFaults(config), ...secretFaults(config)]);
