import { fields } from '@staycover/api';
import type { Authenticator } from '@staycover/auth';
import { guard, jsonBody, requireActor, validBody } from '@staycover/http';
import { assertAllOrganizations, DomainError, type Instant, lastInstant, timestamp } from '@staycover/kernel';
import type { SandboxState } from '@staycover/service';
import type { Express, Request, RequestHandler } from 'express';
import { z } from 'zod';
import { type PlayedService, playDays } from './play-days.ts';

const Advance = z.object({ advanceDays: fields.integer(1, 400) });

const STEP_TIMEOUT_MS = 300_000;
const CREDENTIALS = ['authorization', 'x-api-key'] as const;

/** `GET` and `POST /sandbox/clock`: what time it is in all services, and letting days pass. */
export const registerSandbox = (
  app: Express,
  urls: Record<string, readonly string[]>,
  authenticate: Authenticator,
): void => {
  const asOps = guard(['ops'], authenticate);
  let last: Promise<unknown> = Promise.resolve();

  const show: RequestHandler = async (request, response) => {
    const standings = await Promise.all(playedServices(urls, request).map((service) => service.standing()));
    response.json({
      now: timestamp(lastInstant(standings.map(({ now }) => now))),
    });
  };

  /** One after the other: days that two callers ask for add up. */
  const advance: RequestHandler = async (request, response) => {
    assertAllOrganizations(requireActor(request), 'The clock is for operators of all organizations.');
    const { advanceDays } = validBody(Advance, request, response);
    const started = performance.now();
    const playing = last.catch(() => undefined).then(() => playDays(playedServices(urls, request), advanceDays));
    last = playing;
    const now = await playing;
    response.json({
      now: timestamp(now),
      advancedDays: advanceDays,
      playedMs: Math.round(performance.now() - started),
    });
  };

  app.get('/sandbox/clock', asOps, show);
  app.post('/sandbox/clock', asOps, jsonBody, advance);
};

const Standing = z.object({
  now: z.string(),
  underWay: z.number(),
  lastEvent: z.number(),
}) satisfies z.ZodType<SandboxState>;

const playedServices = (urls: Record<string, readonly string[]>, request: Request): PlayedService[] => {
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
