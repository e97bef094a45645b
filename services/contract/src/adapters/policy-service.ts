import { policyGet } from '@staycover/events';
import { isDomainError } from '@staycover/kernel';
import { callRpc, type Nats } from '@staycover/messaging';

const WAIT_MS = 1_000;
const FIRST_PAUSE_MS = 5;

/** Waits, at most a second, until the policy service answers for a policy that an event has just asked it to create. */
export const waitForPolicy =
  (nats: Nats) =>
  async (policyId: string, organizationId: string): Promise<boolean> => {
    const deadline = performance.now() + WAIT_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, 100)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const left = deadline - performance.now();
      if (left <= 0) return false;
      try {
        await callRpc(nats, policyGet, { policyId, organizationId, limit: 1 }, left);
        return true;
      } catch (error) {
        if (!isDomainError(error)) throw error;
      }
    }
  };
