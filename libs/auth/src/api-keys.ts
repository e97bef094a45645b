import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { type Actor, DomainError, everyRole } from '@staycover/kernel';
import { z } from 'zod';
import { organizationScope } from './tokens.ts';

/** A stored API key: its hash, organizations and roles. */
export const ApiKey = z.object({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  name: z.string().min(1).max(255),
  /** SHA-256 of the whole key. Its 256 random bits need no slow hash. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  organizations: organizationScope,
  roles: z.array(z.enum(everyRole, { error: `must be one of ${everyRole.join(', ')}` })),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

export type NewApiKey = Pick<ApiKey, 'name' | 'organizations' | 'roles'> & { expiresAt?: string | null };

const KEY = /^stay_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
const RECHECK_MS = 1_000;

export const looksLikeApiKey = (credential: string): boolean => KEY.test(credential);

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Every key in a file, including revoked ones; empty without the file. */
export const readApiKeys = async (file: string): Promise<ApiKey[]> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return parseKeys(file, text);
};

const parseKeys = (file: string, text: string): ApiKey[] => {
  try {
    return z.array(ApiKey).parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is no list of API keys.`, { cause });
  }
};

/** What is wrong with a file of keys; one that is not there yet is none. */
export const keysFileFault = (file: string): string | undefined => {
  try {
    if (existsSync(file)) parseKeys(file, readFileSync(file, 'utf8'));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** Creates a key, stores its hash and returns the key itself: it cannot be shown again. */
export const createApiKey = async (file: string, wanted: NewApiKey): Promise<{ key: string; kept: ApiKey }> => {
  const id = randomBytes(6).toString('hex');
  const key = `stay_${id}_${randomBytes(32).toString('base64url')}`;
  const createdAt = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' });
  const { data: kept, error } = ApiKey.safeParse({
    id,
    hash: hashKey(key).toString('hex'),
    createdAt,
    revokedAt: null,
    ...wanted,
    expiresAt: wanted.expiresAt ?? null,
  });
  if (!kept) throw new Error(z.prettifyError(error));
  await change(file, (keys) => [...keys, kept]);
  return { key, kept };
};

/** Ends a key at once and for good; false when there is none with this id. */
export const revokeApiKey = async (file: string, id: string): Promise<boolean> => {
  const revokedAt = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' });
  let found = false;
  await change(file, (keys) =>
    keys.map((key) => {
      if (key.id !== id) return key;
      found = true;
      return { ...key, revokedAt: key.revokedAt ?? revokedAt };
    }),
  );
  return found;
};

/** Readers see the old file or the new one; of two writers at once the second is refused, so that no change is lost. */
const change = async (file: string, edit: (keys: ApiKey[]) => ApiKey[]): Promise<void> => {
  const unfinished = `${file}.new`;
  const handle = await open(unfinished, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
    throw new Error(`${unfinished} is there: another change is under way, or was killed. Then remove it.`, { cause });
  });
  try {
    await handle.writeFile(`${JSON.stringify(edit(await readApiKeys(file)), null, 2)}\n`);
    await keepReaders(handle, file);
    await handle.sync();
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
};

/** Who could read the file can read the next one: a service may run as another user than the operator who adds a key. */
const keepReaders = async (handle: FileHandle, file: string): Promise<void> => {
  const [before, after] = [await stat(file).catch(() => undefined), await handle.stat()];
  if (!before) return;
  if (before.uid !== after.uid || before.gid !== after.gid)
    await handle.chown(before.uid, before.gid).catch((cause: unknown) => {
      throw new Error(`${file} belongs to another user: its keys are changed as that user, or as root.`, { cause });
    });
  await handle.chmod(before.mode & 0o777);
};

/**
 * Creates a function that checks an API key against the file; changes take effect within a second. It throws DomainError
 * `unauthenticated` for a key that does not count, `service-unavailable` while the file cannot be read.
 */
export const apiKeyVerifier = (file: string | undefined): ((key: string) => Promise<Actor>) => {
  const keys = freshKeys(file);
  return async (key) => {
    const found = (await keys()).get(KEY.exec(key)?.[1] ?? '');
    if (!found || !timingSafeEqual(hashKey(key), Buffer.from(found.hash, 'hex'))) throw refused('is not known');
    if (found.revokedAt) throw refused('was revoked');
    if (found.expiresAt && Temporal.Instant.compare(found.expiresAt, Temporal.Now.instant()) <= 0)
      throw refused('has expired');
    return { id: `api-key:${found.id}`, organizations: found.organizations, roles: found.roles };
  };
};

const freshKeys = (file: string | undefined): (() => Promise<ReadonlyMap<string, ApiKey>>) => {
  let keys = new Map<string, ApiKey>();
  let seen = '';
  let checkedAt = -Infinity;
  return async () => {
    if (!file || performance.now() - checkedAt < RECHECK_MS) return keys;
    const facts = await stat(file).catch(() => undefined);
    const state = facts ? `${facts.ino} ${facts.mtimeMs} ${facts.size}` : '';
    if (state !== seen) {
      const read = await readApiKeys(file).catch((cause: unknown) => {
        throw new DomainError('service-unavailable', 'The API keys cannot be read now.', {}, { cause });
      });
      keys = new Map(read.map((key) => [key.id, key]));
      seen = state;
    }
    checkedAt = performance.now();
    return keys;
  };
};

const refused = (why: string): DomainError => new DomainError('unauthenticated', `The API key ${why}.`);
