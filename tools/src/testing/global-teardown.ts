import { keptForTeardown } from './servers.ts';

export default async function globalTeardown(): Promise<void> {
  await Promise.all(keptForTeardown().map((server) => server.stop()));
}
