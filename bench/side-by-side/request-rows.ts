import { randomUUID } from 'node:crypto';
import { load, type Send } from './load.ts';
import type { Row, Run } from './measure.ts';
import type { Side } from './peers.ts';

type Sides = { ours: Side; peer: Side; limit: Side };
type Setting = { sides: Sides; ids: readonly string[]; seconds: number };

const READERS = 32;
const WRITERS = 16;

/** The rows of sides with an HTTP API: as many requests as fit into the seconds. */
export const requestRows = ({ sides, ids, seconds }: Setting): Row[] => {
  const run =
    (side: Side, connections: number, restMs: number, work: (send: Send, n: number) => Promise<unknown>) =>
    async (): Promise<Run> => ({
      processorMs: side.processorMs,
      restMs,
      work: () => load(side.base, { connections, seconds }, work),
    });
  const path = (n: number) => `/api/policy/${ids[n % ids.length]}`;
  const read = (side: Side) => run(side, READERS, 300, (send, n) => send({ method: 'GET', path: path(n) }));
  const put = (side: Side) =>
    run(side, WRITERS, 1_000, (send, n) => {
      const name = `Renamed ${randomUUID()}`;
      return send({ method: 'PUT', path: path(n), body: { name } });
    });
  const deal = (side: Side) =>
    run(side, WRITERS, 2_000, (send) =>
      send({ method: 'POST', path: '/api/webhook/crm/deal-closed', body: dealBody() }),
    );
  return [
    {
      name: 'read',
      sides: { limit: read(sides.limit), ours: read(sides.ours), peer: read(sides.peer) },
    },
    { name: 'put', sides: { ours: put(sides.ours), peer: put(sides.peer) } },
    {
      name: 'deal',
      sides: { ours: deal(sides.ours), peer: deal(sides.peer) },
    },
  ];
};

const dealBody = () => ({
  crmDealId: randomUUID(),
  organizationId: 'bench',
  signatoryName: 'Jane Roe',
  baseRatePerNight: 4.25,
});
