import type { Say } from '../provisioning/database.ts';
import { provisionEnvironment } from '../provisioning/environment.ts';

/** The variables that name servers, how to reach them, or how many they are. */
const NAMING = [
  ...Object.keys(provisionEnvironment.shape).filter((name) =>
    /DATABASE_(URL|NAME)$|^NATS_(URL|USER|PASSWORD|REPLICAS)$/.test(name),
  ),
  'RELAY_DATABASE_URL',
  'NATS_DOMAIN',
];

/**
 * Forgets the servers that the environment names, in a program with a platform of its own: it fills them, gives their roles
 * passwords for developers, and breaks them. Prints what it has forgotten.
 */
export const useOwnServers = (say: Say): void => {
  const named = NAMING.flatMap((name) => [name, `${name}_FILE`]).filter((name) => process.env[name]);
  for (const name of named) delete process.env[name];
  if (named.length > 0) say(`Servers of its own, not those of ${named.join(', ')}.`);
};
