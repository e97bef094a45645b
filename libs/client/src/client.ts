import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { components, paths } from './types.ts';

type Json = `application/${string}json`;

export type StaycoverClient = Client<paths, Json>;

/** A resource or body by its name in the API reference: `Resource<'Policy'>`. */
export type Resource<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * A typed client of the API; `baseUrl` is the address of the gateway, without `/api`. A call resolves to `data`, or to
 * `error`, a problem; it rejects without any response, and when a success is not what
 * `parseAs` expects (JSON, if not given).
 */
export const staycoverClient = (baseUrl: string, options: Omit<ClientOptions, 'baseUrl'> = {}): StaycoverClient =>
  createClient<paths, Json>({ ...options, baseUrl });
