import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Direction = 'requests' | 'answers';

/** A way to a server that can be cut, held and slowed down. */
export type Proxy = {
  /** The server's url, by this way. */
  url: string;
  /** Passes nothing on in these directions, as a network that drops packets; connections stay open. */
  hold(...directions: Direction[]): void;
  /** Forwards everything again, including held data. */
  release(): void;
  /** Cuts every connection with a TCP reset. */
  reset(): void;
  /** Has connections from now on lead to another server, and cuts those that there are. */
  lead(serverUrl: string): void;
  /** How long each chunk of an answer is on its way. */
  delayAnswers(ms: number): void;
  close(): Promise<void>;
};

export const startProxy = async (serverUrl: string): Promise<Proxy> => {
  let target = new URL(serverUrl);
  const pairs = new Set<[client: Socket, server: Socket]>();
  const held = new Set<Direction>();
  let delayMs = 0;

  const pass = (from: Socket, to: Socket, direction: Direction): void => {
    let last = Promise.resolve();
    const deliver = async (chunk: Buffer, before: Promise<void>): Promise<void> => {
      const ms = direction === 'answers' ? delayMs : 0;
      const way = ms > 0 && new Promise((resolve) => setTimeout(resolve, ms));
      await before;
      await way;
      if (!to.destroyed && !to.write(chunk)) from.pause();
    };
    from.on('data', (chunk: Buffer) => void (last = deliver(chunk, last)));
    to.on('drain', () => held.has(direction) || from.resume());
    from.on('end', () => void last.finally(() => to.end()));
    if (held.has(direction)) from.pause();
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    pass(client, upstream, 'requests');
    pass(upstream, client, 'answers');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  const viaUrl = new URL(serverUrl);
  viaUrl.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reset = (): void => pairs.forEach((pair) => pair.forEach((socket) => socket.resetAndDestroy()));
  const flow = (): void => {
    for (const [client, upstream] of pairs) {
      client[held.has('requests') ? 'pause' : 'resume']();
      upstream[held.has('answers') ? 'pause' : 'resume']();
    }
  };
  return {
    url: viaUrl.href,
    hold(...directions) {
      directions.forEach((direction) => held.add(direction));
      flow();
    },
    release() {
      held.clear();
      flow();
    },
    reset,
    lead(otherUrl) {
      target = new URL(otherUrl);
      reset();
    },
    delayAnswers: (ms) => void (delayMs = ms),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        reset();
      }),
  };
};
