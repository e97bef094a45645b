import type { AcceptedDeal } from './oracle.ts';

export type Load = {
  /** Deals that were answered with 2xx so far. */
  accepted: readonly AcceptedDeal[];
  /** How often each status came; 0 is a connection that failed. */
  statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
};

const CLIENT_TIMEOUT_MS = 12_000;

/**
 * A steady load of new deals. A deal whose answer is no 2xx is sent again until it is accepted, as a CRM would: that
 * must not make it twice.
 */
export const startLoad = (gatewayUrl: string, { workers, organizationId }: { workers: number; organizationId: string }): Load => {
  const accepted: AcceptedDeal[] = [];
  const statuses = new Map<number, number>();
  let stopping = false;
  let next = 0;

  const post = async (crmDealId: string): Promise<{ status: number; id?: string }> => {
    try {
      const answer = await fetch(`${gatewayUrl}/api/webhook/crm/deal-closed`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ crmDealId, organizationId, baseRatePerNight: 4.25 }),
        signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
      });
      const body = (await answer.json()) as { id?: string };
      return { status: answer.status, ...(body.id ? { id: body.id } : {}) };
    } catch {
      return { status: 0 };
    }
  };

  const work = async (): Promise<void> => {
    while (!stopping) {
      const crmDealId = `${organizationId}-${next++}`;
      for (;;) {
        const { status, id } = await post(crmDealId);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status < 300 && id) {
          accepted.push({ crmDealId, contractId: id });
          break;
        }
        if (stopping) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const running = Promise.all(Array.from({ length: workers }, work));
  return {
    accepted,
    statuses,
    async stop() {
      stopping = true;
      await running;
    },
  };
};
