import { DomainError, type Instant } from '@staycover/kernel';
import type { SandboxState } from '@staycover/service';
import type { Request } from 'express';
import { z } from 'zod';
import type { PlayedService } from './play-days.ts';

const STEP_TIMEOUT_MS = 300_000;
const CREDENTIALS = ['authorization', 'x-api-key'] as const;

const Standing = z.object({
  now: z.string(),
  underWay: z.number(),
  lastEvent: z.number(),
}) satisfies z.ZodType<SandboxState>;

/** The services at these URLs, which are asked with the credentials of a request. */
export const playedServices = (urls: Record<string, readonly string[]>, request: Request): PlayedService[] => {
  const credentials = Object.fromEntries(
    CREDENTIALS.flatMap((name) => (request.get(name) ? [[name, request.get(name)!]] : [])),
  );
  return Object.entries(urls).map(([name, [url]]) => playedService(name, url!, credentials));
};

const NextWork = z.object({ at: z.string() });
const Ran = z.union([Standing.extend({ caughtUp: z.boolean() }), z.object({ failed: z.string() })]);

const toStanding = ({ now, underWay, lastEvent }: z.infer<typeof Standing>) => ({
  now: instant(now),
  underWay,
  lastEvent,
});

const playedService = (name: string, url: string, credentials: Record<string, string>): PlayedService => {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...credentials, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(STEP_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new DomainError('service-unavailable', `The ${name} service does not answer.`, {}, { cause });
    });
    if (answer.ok) return answer.json();
    throw new DomainError('service-unavailable', `The ${name} service answered ${answer.status} to ${method} ${path}.`);
  };
  return {
    name,
    async standing() {
      return toStanding(Standing.parse(await call('GET', '/sandbox/clock')));
    },
    async nextWork(until) {
      const path = `/sandbox/next-work?until=${encodeURIComponent(until.toString())}`;
      return instant(NextWork.parse(await call('GET', path)).at);
    },
    async advanceTo(now) {
      await call('PUT', '/sandbox/clock', { now: now.toString() });
    },
    async runDue() {
      const ran = Ran.parse(await call('POST', '/sandbox/run'));
      if ('failed' in ran)
        throw new DomainError('service-unavailable', `A schedule of the ${name} service failed: ${ran.failed}`);
      return { ...toStanding(ran), caughtUp: ran.caughtUp };
    },
  };
};

const instant = (text: string): Instant => Temporal.Instant.from(text);
