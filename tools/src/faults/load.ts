import { staycoverClient } from '@staycover/client';
import { documentedFetch } from '@staycover/testing';
import type { AcceptedDeal } from './oracle.ts';

export type Load = {
  /** Deals that were answered with 2xx so far. */
  accepted: readonly AcceptedDeal[];
  /** How often each status came; 0 is a connection that failed. */
  statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
};

const CLIENT_TIMEOUT_MS = 12_000;

/** Of what `fetch` throws: the connection failed, broke or took too long; an undocumented answer is none of these. */
const isConnectionLost = (error: unknown): boolean => ['TypeError', 'TimeoutError'].includes((error as Error).name);

/**
 * A steady load of new deals. A deal whose answer is no 2xx is sent again until it is accepted, as a CRM would: that
 * must not make it twice.
 */
export const startLoad = (gatewayUrl: string, { workers, organizationId }: { workers: number; organizationId: string }): Load => {
  const accepted: AcceptedDeal[] = [];
  const statuses = new Map<number, number>();
  let stopping = false;
  let next = 0;
  const api = staycoverClient(gatewayUrl, { fetch: documentedFetch });

  const post = async (crmDealId: string): Promise<{ status: number; id?: string }> => {
    try {
      const { response, data } = await api.POST('/api/webhook/crm/deal-closed', {
        body: { crmDealId, organizationId, baseRatePerNight: 4.25 },
        signal: AbortSignal.timeout(CLIENT_TIMEOUT_MS),
      });
      return { status: response.status, ...(data && 'id' in data ? { id: data.id } : {}) };
    } catch (error) {
      if (isConnectionLost(error)) return { status: 0 };
      throw error;
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
