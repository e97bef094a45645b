import { asOwner, provisionRoles, whileAlone } from './database.ts';
import { GATEWAY } from './databases.ts';

/** The schema of the rate limit library; a crash of the server empties it, and all counts restart. */
const TABLE = `create unlogged table if not exists ${GATEWAY}.rate_limit (
  key text primary key, points integer not null default 0, expire bigint)`;

/** Makes the schema in which gateways count requests together. */
export const provisionCounts = (url: string, password: string | undefined): Promise<void> =>
  whileAlone(url, async (client) => {
    await provisionRoles(client, url, GATEWAY, password);
    await asOwner(client, GATEWAY, async () => void (await client.query(TABLE)));
  });
