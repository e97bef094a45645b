import { readFileSync } from 'node:fs';
import { type RouteContract, rolesForEntry, routes } from '@staycover/api';
import { events } from '@staycover/events';
import type { Transitions } from '@staycover/kernel';
import { serviceEnvironment } from '@staycover/service';
import type { z } from 'zod';
import { invoiceTransitions } from '../../../services/billing/src/domain/invoice.ts';
import { claimTransitions } from '../../../services/claims/src/domain/claim.ts';
import { contractTransitions } from '../../../services/contract/src/domain/contract.ts';
import { policyTransitions } from '../../../services/policy/src/domain/policy.ts';
import { renewalTransitions } from '../../../services/renewal/src/domain/renewal.ts';
import { consumers, followers } from '../manifests.ts';
import { environments } from './environments.ts';
import { eventFlow } from './event-flow.ts';
import { settingsTable } from './settings-table.ts';

const transitions: Record<string, Transitions<string>> = {
  billing: invoiceTransitions,
  claims: claimTransitions,
  contract: contractTransitions,
  policy: policyTransitions,
  renewal: renewalTransitions,
};

const routeTable = (service: string): string => {
  const rows = routes
    .filter((route: RouteContract) => route.service === service)
    .map((route) => {
      const role = rolesForEntry(route).join(', ') || 'none';
      return `| \`${route.method.toUpperCase()} ${route.path}\` | ${role} | ${route.summary} |`;
    });
  return ['| Route | Role | |', '|---|---|---|', ...rows].join('\n');
};

const eventTable = (service: string): string => {
  const incoming = consumers.filter((consumer) => consumer.service === service).map(({ event }) => event);
  const outgoing = events.filter((event) => event.service === service);
  const row = (direction: string) => (event: (typeof events)[number]) =>
    `| ${direction} | \`${event.service}.${event.name}\` | ${event.summary} |`;
  const whole = followers
    .filter((follower) => follower.service === service)
    .map(({ filter }) => `| in | \`${filter}\` | Everything that is published there |`);
  return ['| | Event | |', '|---|---|---|', ...whole, ...incoming.map(row('in')), ...outgoing.map(row('out'))].join(
    '\n',
  );
};

const transitionList = (service: string): string =>
  Object.entries(transitions[service]!)
    .filter(([, targets]) => targets.length > 0)
    .map(([from, targets]) => `- ${from} → ${targets.join(', ')}`)
    .join('\n');

const ownSettings = (service: string): string => {
  const settings = Object.entries(environments[service]!.shape as Record<string, z.ZodType>);
  const common = serviceEnvironment.shape as Record<string, z.ZodType>;
  return settingsTable(settings.filter(([name]) => !(name in common) || name === 'PORT'));
};

const parts: Record<string, (service: string) => string> = {
  'event flow': eventFlow,
  routes: routeTable,
  events: eventTable,
  transitions: transitionList,
  settings: ownSettings,
  'common settings': () => settingsTable(Object.entries(serviceEnvironment.shape).filter(([name]) => name !== 'PORT')),
};

const PART = /<!-- generated: ([a-z ]+) -->[^]*?<!-- end -->/g;

/** A document with the parts between `<!-- generated: part -->` and `<!-- end -->` as the code has them now. */
export const withGeneratedParts = (file: string, service: string): string =>
  readFileSync(file, 'utf8').replace(PART, (_, part: string) => {
    const generate = parts[part];
    if (!generate) throw new Error(`${file}: nothing generates "${part}"`);
    return `<!-- generated: ${part} -->\n\n${generate(service)}\n\n<!-- end -->`;
  });
