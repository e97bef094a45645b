import { manifests } from '../manifests.ts';
import type { Databases } from '../provisioning/databases.ts';

/** Each service in one database of a spec. */
export const allIn = (url: string): Databases => Object.fromEntries(manifests.map(({ name }) => [name, url]));
