import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { execute, query, type Work } from '@staycover/db';
import { contentHash, DomainError, printJson } from '@staycover/kernel';
import type { ResourceAnswer, RouteAnswer } from './answer.ts';
import { entityTag } from './entity-tag.ts';
import { type Asked, keyScope, payFor } from './pay.ts';

type Keyed = {
  key: string;
  /** Keys of different organizations are separate. */
  asked: Asked;
  route: string;
  request: unknown;
};

const KEY = /^[\x20-\x7E]{1,255}$/;

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** What gzip begins with, and no JSON. */
const isCompressed = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

/** Rows from before answers were compressed are plain text. */
const printed = async (body: Buffer): Promise<string> =>
  (isCompressed(body) ? await decompress(body) : body).toString('utf8');

/**
 * Runs `effect` once per Idempotency-Key, in the effect's own transaction: the same key and request get the stored
 * answer again.
 * @throws DomainError `idempotency-key-in-flight` (409) while the first request runs, `idempotency-key-reused` (422)
 *   for another request under the same key.
 */
export const idempotently = async (
  tx: Work,
  { key, asked, route, request }: Keyed,
  effect: () => Promise<ResourceAnswer>,
): Promise<RouteAnswer> => {
  if (!KEY.test(key)) {
    throw DomainError.invalid([{ pointer: 'Idempotency-Key', detail: 'must be 1 to 255 printable ASCII characters' }]);
  }
  const scope = keyScope(asked);
  const [lock] = await query<{ locked: boolean }>(
    tx,
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
    [`${scope} ${route} ${key}`],
  );
  if (!lock!.locked) {
    throw new DomainError('idempotency-key-in-flight', 'A request with this Idempotency-Key is being processed.');
  }
  const hash = contentHash(request);
  const [stored] = await query<{ request_hash: string; status: number; headers: Record<string, string>; body: Buffer }>(
    tx,
    'select request_hash, status, headers, body from idempotency_key where organization_id = $1 and route = $2 and key = $3',
    [scope, route, key],
  );
  if (stored && stored.request_hash !== hash) {
    throw new DomainError('idempotency-key-reused', 'This Idempotency-Key was used for another request.');
  }
  if (stored) return { status: stored.status, headers: stored.headers, json: await printed(stored.body) };
  const answer = await effect();
  const body = await compress(await printJson(answer.body));
  const headers = { ...answer.headers, ...(answer.version !== undefined && { ETag: entityTag(answer.version) }) };
  payFor(asked, body.length, tx);
  await execute(
    tx,
    `insert into idempotency_key (organization_id, route, key, request_hash, status, headers, body)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [scope, route, key, hash, answer.status ?? 200, JSON.stringify(headers), body],
  );
  return answer;
};
