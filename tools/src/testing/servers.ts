import type { Server } from '@staycover/infra';

// Jest loads setup and teardown as separate module graphs; the global object is what they share.
const shared = globalThis as typeof globalThis & { staycoverTestServers?: Server[] };

export const keepForTeardown = (servers: Server[]): void => {
  shared.staycoverTestServers = servers;
};

export const keptForTeardown = (): Server[] => shared.staycoverTestServers ?? [];
