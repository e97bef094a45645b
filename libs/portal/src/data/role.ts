import type { Resource } from '@staycover/client';

/** What a reader may do. */
export type Role = Resource<'Me'>['roles'][number];
