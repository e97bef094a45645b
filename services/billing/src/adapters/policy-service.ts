import { type PolicySnapshot, policyGet } from '@staycover/events';
import { type CalendarDate, DomainError, isDomainError } from '@staycover/kernel';
import { callRpc, type Nats } from '@staycover/messaging';

const ATTEMPTS = 5;

/** What is known of a policy: the version derived last, and the first night that is still open. */
export type Known = { sinceVersion: number; openFrom: CalendarDate | null };

/**
 * Reads a policy with its terms and enrollments as they are now, every page of the same version: all of them, or what
 * may matter to who knows an earlier version.
 * @throws DomainError `not-found`; `service-unavailable` when the policy service is silent or the policy never rests.
 */
export const readPolicy =
  (nats: Nats) =>
  async (policyId: string, known?: Known): Promise<PolicySnapshot> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        return await readPages(nats, policyId, known);
      } catch (error) {
        if (!isDomainError(error, 'version-changed')) throw error;
      }
    }
    throw new DomainError('service-unavailable', 'The policy keeps changing while it is read.');
  };

const readPages = async (nats: Nats, policyId: string, known: Known | undefined): Promise<PolicySnapshot> => {
  const since = known ? { sinceVersion: known.sinceVersion, ...openFromOf(known) } : {};
  const request = { policyId, organizationId: null, ...since };
  const first = await callRpc(nats, policyGet, request);
  const enrollments = [...first.enrollments];
  const inForce = [...(first.inForce ?? [])];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await callRpc(nats, policyGet, { ...request, version: first.policy.version, cursor });
    for (const enrollment of page.enrollments) enrollments.push(enrollment);
    for (const members of page.inForce ?? []) inForce.push(members);
    cursor = page.nextCursor;
  }
  return { ...first, enrollments, inForce, nextCursor: null };
};

const openFromOf = ({ openFrom }: Known) => (openFrom ? { openFrom: openFrom.toString() } : {});
