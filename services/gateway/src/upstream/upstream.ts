import { isDomainError } from '@staycover/kernel';
import { isSafeToRepeat } from '../routing.ts';
import { type Forwarded, forward, Refused } from './forward.ts';
import type { Protection } from './protection.ts';
import type { Replica } from './replica.ts';
import { openReplicas, type Replicas } from './replicas.ts';

const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'REPLICA_LOST']);
/** Within which a refusal is quick: the request is then repeated once. */
const QUICKLY_MS = 3_000;
const CHANGES_ONE = new Set(['PUT', 'PATCH']);
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

export type Upstream = { name: string; replicas: Replicas; timeoutMs: number; protection: Protection };

export const openUpstream = (
  name: string,
  urls: readonly string[],
  timeoutMs: number,
  protection: Protection,
): Upstream => ({ name, timeoutMs, protection, replicas: openReplicas(urls, timeoutMs) });

export const closeUpstream = ({ replicas, protection }: Upstream): Promise<void> =>
  replicas.close().then(protection.stop);

/**
 * Asks a replica, and another one when the request never got there, was refused, or broke off and is safe to repeat. When
 * all were asked, and there is time left, one is asked a second time.
 */
export const ask = async (
  { name, replicas, protection }: Upstream,
  forwarded: Forwarded,
  budgetMs: number,
): Promise<void> => {
  const { request, response } = forwarded;
  const tried: Replica[] = [];
  const changed = CHANGES_ONE.has(request.method) ? ID.exec(request.path)?.[0] : undefined;
  let isRefused = false;
  const began = performance.now();
  const mayAskAgain = (): boolean => {
    if (isRefused || performance.now() - began > QUICKLY_MS || !protection.mayRetry()) return false;
    return (isRefused = true);
  };
  for (;;) {
    // The client went away while it waited for a seat; it would hear nothing of what is done.
    if (response.destroyed) return;
    const replica = replicas.pick(tried, changed) ?? replicas.pick([])!;
    tried.push(replica);
    let isSent = false;
    const onSend = (): void => void (isSent = true);
    try {
      const leftMs = budgetMs - (performance.now() - began);
      const isAlone = replicas.all().length === 1;
      await forward({ name, replica, leftMs, isAlone, mayAskAgain, onSend }, forwarded);
      return replicas.answered(replica);
    } catch (error) {
      if (error instanceof Refused) continue;
      // Whatever kept it from being sent, a name that is gone or a host that is: the replica cannot be reached.
      const neverSent = !isSent && isDomainError(error, 'service-unavailable');
      const cutOff = CUT_OFF.has(errorCode(error));
      if (neverSent || cutOff) replicas.failed(replica);
      const mayRepeat = neverSent || (cutOff && isSafeToRepeat(request));
      // A lost replica takes at most its open requests along: they need no budget to go to another one, nor back to the
      // first when that one is lost, too.
      const isFree = tried.length < replicas.all().length || (cutOff && replicas.all().length > 1);
      const isTimeLeft = performance.now() - began < budgetMs;
      if (!mayRepeat || !isTimeLeft || tried.length > replicas.all().length) throw error;
      if (!isFree && !protection.mayRetry()) throw error;
    }
  }
};

const errorCode = (error: unknown): string => (error as { cause?: { code?: string } }).cause?.code ?? '';
