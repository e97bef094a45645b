import { expect, test } from '@jest/globals';
import { createTestDatabase, eventually } from '@staycover/testing';
import pg from 'pg';
import { deadLetters } from './dead-letters.ts';

const LETTER = `insert into claims.dead_letter (consumer, event_key, organization_id, subject, payload, reason, attempts)
  values ('claims-inbound-claim-submitted', 'acme crm 1', 'acme', 'insurance.inbound.claim-submitted.acme', '{}', 'no schema', 1)
  returning id::text`;

test('a dead letter that is replayed meanwhile is not reported as discarded', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const [client, observer] = [1, 2].map(() => new pg.Client({ connectionString: adminUrl })) as [pg.Client, pg.Client];
  await client.connect();
  await observer.connect();
  const { id } = (await client.query<{ id: string }>(LETTER)).rows[0]!;
  await client.query('begin');
  await client.query(
    `update claims.dead_letter set resolved_at = now(), resolution = 'REPLAYED', resolved_by = 'other' where id = $1`,
    [id],
  );
  const lines: string[] = [];
  const discarding = deadLetters.run({
    args: ['discard', 'claims', id, '--reason', 'not ours', '--by', 'me'],
    servers: { databases: { claims: adminUrl }, nats: undefined },
    print: (line) => void lines.push(line),
  });
  const outcome = discarding.then(() => 'discarded', String);
  await eventually('it waits', async () => {
    const { rowCount } = await observer.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'ops' and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });
  await client.query('commit');
  expect(await outcome).toContain(`claims ${id} was resolved by someone else meanwhile`);
  expect(lines).toEqual([]);
  await client.end();
  await observer.end();
  await drop();
});
