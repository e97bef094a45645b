import type { AddressInfo, Server } from 'node:net';

/** Has a server of a spec listen at a free port, and returns its URL. */
export const listenLocally = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
