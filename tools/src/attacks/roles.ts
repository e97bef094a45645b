import { type RouteContract, rolesForEntry, routes } from '@staycover/api';
import { everyRole } from '@staycover/kernel';
import { bodyFor, changed, fingerprint } from './foreign-organizations.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

/** Callers try what their roles are not for: on their own organization, where nothing else stops them. */
export const beyondRoles = async (target: Target): Promise<Trial[]> => {
  await target.quiet();
  const before = await fingerprint(target);
  const trials = [await singleRoles(target), await customersAndMoney(target)];
  for (const table of changed(before, await fingerprint(target))) {
    for (const each of trials) each.note(`rows of ${table}`, 'changed', false);
  }
  return trials;
};

const pathFor = ({ path }: RouteContract, ids: Target['ids']): string => {
  const id = ids[path.split('/')[2]!] ?? ids['policy']!;
  return path
    .replace('{index}', '1')
    .replace('{service}', 'claims')
    .replace('{policyId}', ids['policy']!)
    .replaceAll(/\{\w+\}/g, id);
};

const singleRoles = async (target: Target): Promise<Trial> => {
  const tried = trial('24 roles', 'every route with each role that it does not take, alone');
  for (const role of everyRole) {
    const token = await target.platform.auth!.issuer.token({ sub: `${role}@acme`, org: 'acme', roles: [role] });
    for (const route of routes) {
      const taken = rolesForEntry(route);
      if (taken.length === 0 || taken.includes(role)) continue;
      const path = pathFor(route, target.ids);
      const { status } = await target.call('anonymous', route.method.toUpperCase(), path, bodyFor(route), {
        authorization: `Bearer ${token}`,
      });
      tried.note(`${role}: ${route.method} ${path}`, status, status === 403);
    }
  }
  return tried;
};

/** What a customer would do to pay less: with read and write, as customers have it. */
const moneyMoves = ({ contract, policy, invoice, renewal }: Target['ids']): [string, string, unknown][] => [
  ['POST', `/api/invoice/generate/${policy}`, undefined],
  [
    'POST',
    `/api/invoice/${invoice}/line-items`,
    { description: 'Goodwill', amountPennies: -89_900, category: 'CREDIT' },
  ],
  ['DELETE', `/api/invoice/${invoice}/line-items/1`, undefined],
  ['POST', `/api/invoice/${invoice}/send`, undefined],
  ...['SENT', 'PAID', 'VOID'].map((status): [string, string, unknown] => [
    'PATCH',
    `/api/invoice/${invoice}/status`,
    { status },
  ]),
  ['POST', '/api/policy', { organizationId: 'acme', ratePerNight: 0.01 }],
  ['PUT', `/api/policy/${policy}`, { ratePerNight: 0.01 }],
  ['PUT', `/api/policy/${policy}`, { name: 'Beach houses', coverage: { deductible: 0 } }],
  ['PUT', `/api/policy/${policy}`, { termEnd: '2099-12-31', autoRenew: true }],
  [
    'PUT',
    `/api/policy/${policy}`,
    { coverageElections: [{ scopeType: 'ORGANIZATION', action: 'INCLUDE', rateOverridePerNight: 0 }] },
  ],
  ['PATCH', `/api/policy/${policy}/status`, { status: 'CANCELLED' }],
  ['PUT', `/api/contract/${contract}`, { signatoryName: 'Dana Reyes', baseRatePerNight: 0.01 }],
  ['PUT', `/api/contract/${contract}`, { contractDocumentUrl: 'https://acme.example/other.pdf' }],
  ['PATCH', `/api/contract/${contract}/status`, { status: 'TERMINATED' }],
  ['POST', '/api/renewal/process', { dryRun: false }],
  ['PATCH', `/api/renewal/${renewal}/status`, { status: 'SCHEDULED', newRate: 0.01 }],
];

const customersAndMoney = async (target: Target): Promise<Trial> => {
  const tried = trial('24 roles', 'a customer credits, sends, pays, prices, cancels and renews');
  for (const [method, path, body] of moneyMoves(target.ids)) {
    const answer = await target.call('customer', method, path, body);
    const isNamed = Array.isArray(answer.body.requiredRoles) && (method !== 'PUT' || answer.body.members?.length > 0);
    tried.note(`${method} ${path}`, answer.status, answer.status === 403 && isNamed);
  }
  return tried;
};
