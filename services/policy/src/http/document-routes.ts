import { getCertificate, getDeclarations } from '@staycover/api';
import type { CommandDeps } from '@staycover/change';
import { handle, type Route } from '@staycover/http';
import { businessDate, calendarDate } from '@staycover/kernel';
import { type Issuer, issuedBy, type Layout, represent } from '@staycover/print';
import { buildCertificate } from '../document/certificate.ts';
import { buildDeclarations } from '../document/declarations.ts';
import { type PolicyOnDay, readPolicyOn } from '../use-cases/policy-on-day.ts';

/** What of a policy people are given on paper. */
export const documentRoutes = (platform: Pick<CommandDeps, 'database' | 'clock'>, issuer: Issuer): Route[] => {
  const read = readPolicyOn(platform);
  const printing = (
    contract: typeof getCertificate | typeof getDeclarations,
    lay: (found: PolicyOnDay) => Promise<Layout>,
  ) =>
    handle(contract, async ({ actor, params, query: { asOf }, header }) => {
      const day = asOf === undefined ? businessDate(platform.clock()) : calendarDate(asOf);
      const print = async () => issuedBy(issuer, await lay(await read(actor, params.id, day)));
      return represent(header('accept'), { json: async () => ({ body: await print() }), print });
    });
  return [printing(getCertificate, buildCertificate), printing(getDeclarations, buildDeclarations)];
};
