import type { RouteAnswer } from '@staycover/http';
import { type Actor, mayAccess } from '@staycover/kernel';
import type { StoredEvent } from '../db/entities.ts';
import type { EventFilter } from '../db/events.ts';
import { type FollowOptions, type Frame, followEvents } from '../use-cases/follow-events.ts';
import type { Tail } from '../use-cases/tail.ts';
import { eventSummary } from '../wire/events.ts';

/** What all streams have in common. */
export type Streams = {
  tail: Tail;
  /** How long a stream lasts at most. */
  lastsMs: number;
};

type StreamOptions = Streams & Pick<FollowOptions, 'after' | 'onTaken'>;

type StreamRequest = {
  actor: Actor;
  filter: EventFilter;
  /** The `Last-Event-ID`. */
  lastEventId: string | undefined;
  /** Whether the credentials of the call are still good. */
  isAuthenticated(): Promise<boolean>;
};

/** Who does not take what there is to read for as long is cut off. */
const PATIENCE_MS = 30_000;
const CHECK_CREDENTIALS_EVERY_MS = 5_000;

const HEADERS = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no', Vary: 'Accept' };

/** Answers events as they come, as server-sent events. */
export const streamAnswer = (
  { actor, filter, lastEventId, isAuthenticated }: StreamRequest,
  { tail, after, onTaken, lastsMs }: StreamOptions,
): RouteAnswer => {
  const { organizationId, service, name } = filter;
  const frames = followEvents({
    tail,
    after,
    onTaken,
    fits: (event) =>
      mayAccess(actor, event.organizationId) &&
      (organizationId === undefined || event.organizationId === organizationId) &&
      (service === undefined || event.service === service) &&
      (name === undefined || event.name === name),
    from: lastEventId === undefined ? undefined : positionIn(lastEventId),
    until: performance.now() + lastsMs,
    access: { isGiven: isAuthenticated, everyMs: CHECK_CREDENTIALS_EVERY_MS },
  });
  return {
    headers: HEADERS,
    stream: { type: 'text/event-stream; charset=utf-8', chunks: formatFrames(frames), patienceMs: PATIENCE_MS },
  };
};

const positionIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);

async function* formatFrames(frames: AsyncGenerator<Frame>): AsyncGenerator<string> {
  for await (const frame of frames) yield formatFrame(frame);
}

const formatFrame = (frame: Frame): string => {
  if (frame.kind === 'events') return frame.events.map(eventText).join('');
  if (frame.kind === 'alive') return ': \n\n';
  const { kind, ...data } = frame;
  const id = 'position' in frame ? `id: ${frame.position}\n` : '';
  return `${id}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
};

const texts = new WeakMap<StoredEvent, string>();

/** Made once for all streams of this replica. */
const eventText = (event: StoredEvent): string =>
  texts.getOrInsertComputed(
    event,
    () => `id: ${event.position}\nevent: event\ndata: ${JSON.stringify(eventSummary(event))}\n\n`,
  );
