import type { Server } from '@staycover/infra';

// Jest loads setup and teardown as separate module graphs; they share only the global object.
const shared = globalThis as typeof globalThis & { staycoverTestServers?: Server[] };

export const keepForTeardown = (servers: Server[]): void => {
  shared.staycoverTestServers = servers;
};

export const keptForTeardown = (): Server[] => shared.staycoverTestServers ?? [];
