import { manifests } from '../manifests.ts';

/** Services with an outbox that something goes into. */
export const publishing: readonly string[] = manifests
  .filter(({ follows }) => follows === undefined)
  .map(({ name }) => name);
