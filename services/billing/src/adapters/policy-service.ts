import { type PolicySnapshot, policyGet } from '@staycover/events';
import { DomainError, isDomainError } from '@staycover/kernel';
import { callRpc, type Nats } from '@staycover/messaging';

const ATTEMPTS = 5;

/**
 * Reads a policy with its terms and all enrollments as they are now, every page of the same version.
 * @throws DomainError `not-found`; `service-unavailable` when the policy service is silent or the policy never rests.
 */
export const readPolicy =
  (nats: Nats) =>
  async (policyId: string): Promise<PolicySnapshot> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        return await readPages(nats, policyId);
      } catch (error) {
        if (!isDomainError(error, 'version-changed')) throw error;
      }
    }
    throw new DomainError('service-unavailable', 'The policy keeps changing while it is read.');
  };

const readPages = async (nats: Nats, policyId: string): Promise<PolicySnapshot> => {
  const request = { policyId, organizationId: null };
  const first = await callRpc(nats, policyGet, request);
  const enrollments = [...first.enrollments];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await callRpc(nats, policyGet, { ...request, version: first.policy.version, cursor });
    for (const enrollment of page.enrollments) enrollments.push(enrollment);
    cursor = page.nextCursor;
  }
  return { ...first, enrollments, nextCursor: null };
};
