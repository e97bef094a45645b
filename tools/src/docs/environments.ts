import type { z } from 'zod';
import { environment as billing } from '../../../services/billing/src/config.ts';
import { environment as claims } from '../../../services/claims/src/config.ts';
import { environment as contract } from '../../../services/contract/src/config.ts';
import { environment as gateway } from '../../../services/gateway/src/config.ts';
import { environment as insight } from '../../../services/insight/src/config.ts';
import { environment as policy } from '../../../services/policy/src/config.ts';
import { environment as renewal } from '../../../services/renewal/src/config.ts';

/** The environment variables of every process. */
export const environments: Readonly<Record<string, z.ZodObject>> = {
  gateway,
  contract,
  policy,
  billing,
  renewal,
  claims,
  insight,
};
