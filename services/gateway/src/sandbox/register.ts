import { fields } from '@staycover/api';
import type { Authenticator } from '@staycover/auth';
import { guard, jsonBody, requireActor, validBody } from '@staycover/http';
import { assertAllOrganizations, lastInstant, timestamp } from '@staycover/kernel';
import type { Express, RequestHandler } from 'express';
import { z } from 'zod';
import { playDays } from './play-days.ts';
import { playedServices } from './played-services.ts';

const Advance = z.object({ advanceDays: fields.integer(1, 400) });

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
