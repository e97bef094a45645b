import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { apiKeyVerifier, createApiKey, readApiKeys, revokeApiKey } from './api-keys.ts';
import { authEnvironment, authFaults } from './environment.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-keys-'));
  file = join(folder, 'api-keys.json');
});

afterEach(() => rm(folder, { recursive: true }));

const acme = { name: 'Acme export', organizations: ['acme'], roles: ['read' as const] };

const faults = (keysFile: string): string[] =>
  authFaults(
    authEnvironment.parse({
      AUTH_MODE: 'jwt',
      AUTH_ISSUER: 'https://issuer',
      AUTH_AUDIENCE: 'staycover',
      AUTH_JWKS_URL: 'https://issuer/keys',
      API_KEYS_FILE: keysFile,
    }),
  );

describe('an API key', () => {
  test('authenticates with its organizations and roles', async () => {
    const { key, kept } = await createApiKey(file, acme);
    expect(await apiKeyVerifier(file)(key)).toEqual({
      id: `api-key:${kept.id}`,
      organizations: ['acme'],
      roles: ['read'],
    });
  });

  test('is shown once: the file has only its hash, and only its owner can read it', async () => {
    const { key } = await createApiKey(file, acme);
    expect(await readFile(file, 'utf8')).not.toContain(key.slice(18));
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test('leaves the file to those who could read it', async () => {
    await createApiKey(file, acme);
    await chmod(file, 0o640);
    if (process.getuid!() === 0) await chown(file, 1234, 2345);
    const { uid, gid, mode } = await stat(file);
    await createApiKey(file, acme);
    expect(await stat(file)).toMatchObject({ uid, gid, mode });
  });

  test('is refused once it is revoked, by a process that knew it', async () => {
    const { key, kept } = await createApiKey(file, acme);
    const verify = apiKeyVerifier(file);
    await verify(key);
    expect(await revokeApiKey(file, kept.id)).toBe(true);
    const refused = async () => (await verify(key).catch((error) => error.message)) === 'The API key was revoked.';
    await eventually('the process knows it, too', refused);
    expect(await readApiKeys(file)).toMatchObject([{ id: kept.id, revokedAt: expect.any(String) }]);
  });

  test('is refused once it has expired', async () => {
    const { key } = await createApiKey(file, { ...acme, expiresAt: '2020-01-01T00:00:00Z' });
    await expect(apiKeyVerifier(file)(key)).rejects.toMatchObject({ code: 'unauthenticated', message: /expired/ });
  });

  test('is refused with another secret, another id, or no file', async () => {
    const { key } = await createApiKey(file, acme);
    const other = await createApiKey(file, acme);
    const swapped = key.slice(0, 18) + other.key.slice(18);
    for (const wrong of [swapped, key.replace(/_[0-9a-f]{12}_/, '_000000000000_')]) {
      await expect(apiKeyVerifier(file)(wrong)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
    await expect(apiKeyVerifier(undefined)(key)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(apiKeyVerifier(join(folder, 'none'))(key)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('the file of keys', () => {
  test('that is broken opens nothing, which is no fault of the caller', async () => {
    const { key } = await createApiKey(file, acme);
    await writeFile(file, '[{"id":');
    const refusal = { code: 'service-unavailable', cause: { message: `${file} is no list of API keys.` } };
    await expect(apiKeyVerifier(file)(key)).rejects.toMatchObject(refusal);
  });

  test('that is broken, or a folder, is refused at the start; one that is not there yet is not', async () => {
    await writeFile(file, '[{"id":');
    expect(faults(file)).toEqual([`API_KEYS_FILE: ${file} is no list of API keys.`]);
    expect(faults(folder)).toEqual([expect.stringContaining('API_KEYS_FILE: EISDIR')]);
    expect(faults(join(folder, 'none'))).toEqual([]);
  });

  test('keeps every one of many changes, or refuses it', async () => {
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => createApiKey(file, acme)));
    expect(await readApiKeys(file)).toHaveLength(made.filter(({ status }) => status === 'fulfilled').length);
  });

  test('rejects an invalid organization', async () => {
    await expect(createApiKey(file, { ...acme, organizations: ['a b'] })).rejects.toThrow(/must name organizations/);
    expect(await revokeApiKey(file, 'unknown')).toBe(false);
  });

  test('rejects an unknown role and lists the known ones', async () => {
    for (const role of ['admin', 'Write', '']) {
      await expect(createApiKey(file, { ...acme, roles: [role as 'read'] })).rejects.toThrow(
        /must be one of read, write, underwrite, finance, adjust, ops[^]*roles\[0\]/,
      );
    }
    expect(await readApiKeys(file)).toEqual([]);
  });
});
