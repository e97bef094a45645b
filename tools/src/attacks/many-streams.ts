import { eventually } from '@staycover/testing';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const STREAMS = 2_000;
/** What a gateway passes on, and what a caller may have. */
const MOST = 1_000;
const OF_A_CALLER = 8;
const AT_ONCE = 50;

type Open = { status: number; text: () => string; close(): void };

/** Opens more streams than allowed: allowed ones receive events, others are rejected, and other clients notice nothing. */
export const manyStreams = async (target: Target): Promise<Trial[]> => {
  const tried = trial('25 exhaustion', `${STREAMS} live streams by callers that may have them`);
  const beyond = trial('25 exhaustion', 'more streams of one caller than it may have');
  const opened: Open[] = [];
  try {
    for (let i = 0; i < STREAMS; i += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, (_, j) => openOne(target, Math.floor((i + j) / OF_A_CALLER)));
      for (const stream of await Promise.all(batch)) {
        opened.push(stream);
        tried.note(`stream ${opened.length}`, stream.status, stream.status === (opened.length <= MOST ? 200 : 503));
      }
    }
    await whileOpen(target, opened, tried);
    opened.splice(0, 500).forEach((stream) => stream.close());
    const again = await eventually(
      'there is room again',
      async () => {
        const stream = await openOne(target, 1_000_000);
        opened.push(stream);
        return stream.status === 200 && stream;
      },
      20_000,
    );
    tried.note('a stream after others went', again.status, true);
    const own = await Promise.all(Array.from({ length: OF_A_CALLER + 4 }, () => openOne(target, 2_000_000)));
    opened.push(...own);
    const refused = own.filter(({ status }) => status === 429).length;
    beyond.note('of one caller', `${refused} times 429`, refused === 4);
  } finally {
    for (const stream of opened) stream.close();
  }
  return [tried, beyond];
};

const openOne = async ({ platform }: Target, caller: number): Promise<Open> => {
  const token = await platform.auth!.issuer.token({ sub: `watcher-${caller}@acme`, org: 'acme', roles: ['read'] });
  const ending = new AbortController();
  const answer = await fetch(`${platform.gatewayUrl}/api/events`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    signal: ending.signal,
  });
  let text = '';
  void (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part;
  })().catch(() => undefined);
  return { status: answer.status, text: () => text, close: () => ending.abort() };
};

/** Insight may still store what other attacks have sent. */
const HEARD_WITHIN_MS = 60_000;

/** Publishes an event: every open stream receives it, and ordinary calls get responses. */
const whileOpen = async (target: Target, opened: readonly Open[], tried: Trial): Promise<void> => {
  const { body: policy } = await target.call('acme', 'POST', '/api/policy', { organizationId: 'acme', name: 'Heard' });
  const listeners = opened.filter(({ status }) => status === 200);
  const heard = () => listeners.filter(({ text }) => text().includes(policy.id)).length;
  await eventually('all receive it', () => heard() === listeners.length, HEARD_WITHIN_MS).catch(() => undefined);
  tried.note('what happens meanwhile', `heard by ${heard()}`, heard() === listeners.length);
  const { status } = await target.call('acme', 'GET', `/api/policy/${policy.id}`);
  tried.note('an ordinary call meanwhile', status, status === 200);
};
