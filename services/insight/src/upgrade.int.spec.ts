import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@staycover/db';
import { newId } from '@staycover/kernel';
import { startTestService, type TestService, withEarlierSchema } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { migrations } from './db/migrations/index.ts';

const released = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0004'));
const id = newId();

let t: TestService;

/** The schema from before terms were folded, with a policy, and then as it is today. */
beforeAll(async () => {
  t = await startTestService(manifest, compose, {
    prepare: ({ adminUrl }) =>
      withEarlierSchema(adminUrl, 'insight', released, async (client) => {
        await client.query(
          `insert into subject (id, kind, organization_id, reference, name, status, version)
           values ($1, 'policy', 'acme', 'POL-2026-000001', 'Café Łódź', 'ACTIVE', 1)`,
          [id],
        );
        await client.query(
          `insert into subject_term (id, organization_id, term) select $1, 'acme', unnest($2::text[])`,
          [id, ['café łódź', 'café', 'łódź', 'pol-2026-000001']],
        );
        await migrate(adminUrl, 'insight', migrations);
      }),
  });
});

afterAll(() => t.stop());

test.each(['cafe', 'CAFÉ', 'łodz', 'café łódź', 'pol-2026'])(
  'what was kept before terms were folded is found by %s',
  async (q) => {
    const { body } = await t.http.get(`/api/search?q=${encodeURIComponent(q)}`);
    expect(body).toMatchObject([{ id }]);
  },
);
