import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

/**
 * The limit of a read: `node:http` and `pg`, one prepared statement, its text sent as PostgreSQL prints it. Reads the peer's
 * tables of DATABASE_URL, listens on PORT.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const PATH = /^\/api\/policy\/([0-9a-f-]{36})$/;

const text = `
  select (to_jsonb(p) || jsonb_build_object('enrolledProperties', e.every, 'activeEnrollments', e.active,
    'activeEnrollmentCount', coalesce(jsonb_array_length(e.active::jsonb), 0)))::text as json
  from policy.policy p,
    lateral (
      select coalesce(jsonb_agg(row), '[]') as every, coalesce(jsonb_agg(row) filter (where is_active), '[]') as active
      from (
        select to_jsonb(e) - 'id' - 'policyId' as row, active as is_active
        from policy.enrollment e where e."policyId" = p.id
      ) as rows
    ) as e
  where p.id = $1`;

const answer = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

const server = createServer(({ url = '' }, response) => {
  const id = PATH.exec(url)?.[1];
  if (!id) return answer(response, 404, '{}');
  pool.query<{ json: string }>({ name: 'policy', text, values: [id] }).then(
    ({ rows: [policy] }) => (policy ? answer(response, 200, policy.json) : answer(response, 404, '{}')),
    (error: unknown) => {
      console.error(error);
      answer(response, 500, '{}');
    },
  );
});
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('ready'));
