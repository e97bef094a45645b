import { parseEnvironment, serviceEnvironment, type ServiceConfig } from '@staycover/service';
import { z } from 'zod';

const environment = serviceEnvironment.extend({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8082),
});

export type ContractConfig = ServiceConfig;

export const readConfig = (env: unknown = process.env): ContractConfig => parseEnvironment(environment, env);
