import type { ServiceName } from '@staycover/api';

/** Which service answers below which path. */
const prefixes: readonly (readonly [prefix: string, service: ServiceName])[] = [
  ['/api/policy', 'policy'],
  ['/api/contract', 'contract'],
  ['/api/webhook/crm', 'contract'],
  ['/api/invoice', 'billing'],
  ['/api/webhook/payment', 'billing'],
  ['/api/renewal', 'renewal'],
  ['/api/reservation', 'claims'],
  ['/api/claim', 'claims'],
  ['/api/ai', 'claims'],
];

/** The service behind a path, or undefined. Letter case does not matter, as in the services' own routers. */
export const serviceFor = (path: string): ServiceName | undefined => {
  const lower = path.toLowerCase();
  return prefixes.find(([prefix]) => lower === prefix || lower.startsWith(`${prefix}/`))?.[1];
};
