import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file in memory, with its compressed forms. */
export type PortalFile = { type: string; etag: string; forms: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>> };

export type Portal = { page: PortalFile; assets: ReadonlyMap<string, PortalFile> };

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ASSETS = 'portal/assets';

/** The portal that was built into a folder, undefined while it is not there. Requests never reach the disk after it. */
export const readPortal = async (folder: string): Promise<Portal | undefined> => {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const names = (await readdir(join(folder, ASSETS))).filter((name) => extname(name) in TYPES);
  const assets = names.map(async (name) => [name, await readForms(join(folder, ASSETS, name))] as const);
  return { page: await readForms(join(folder, 'index.html')), assets: new Map(await Promise.all(assets)) };
};

const readForms = async (file: string): Promise<PortalFile> => {
  const [identity, br, gzip] = await Promise.all([file, `${file}.br`, `${file}.gz`].map((form) => readFile(form)));
  const etag = `"${createHash('sha256').update(identity!).digest('base64url').slice(0, 22)}"`;
  return { type: TYPES[extname(file)]!, etag, forms: { identity: identity!, br: br!, gzip: gzip! } };
};

/** Why the build failed, if it did. */
export const readFailure = (folder: string): Promise<string | undefined> =>
  readFile(`${folder}.failed`, 'utf8').catch(() => undefined);
