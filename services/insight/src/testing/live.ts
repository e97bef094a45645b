import { eventually } from '@staycover/testing';

type Frame = { id?: string; event: string; data: Record<string, unknown> };

export type LiveStream = {
  status: number;
  frames: readonly Frame[];
  /** Waits for this number of frames of a kind, and returns them. */
  next(event: string, count?: number): Promise<Frame[]>;
  /** Whether the server has ended it. */
  isOver(): boolean;
  close(): void;
};

const parseFrame = (block: string): Frame[] => {
  const members = Object.fromEntries(
    block.split('\n').flatMap((line) => (line.startsWith(':') ? [] : [/^(\w+): (.*)$/.exec(line)!.slice(1, 3)])),
  ) as Record<string, string>;
  const { id, event, data } = members;
  return event === undefined ? [] : [{ ...(id && { id }), event, data: JSON.parse(data!) as Frame['data'] }];
};

/** A client of a live stream. */
export const openLive = async (url: string, headers: Record<string, string> = {}): Promise<LiveStream> => {
  const ending = new AbortController();
  const answer = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: ending.signal });
  const frames: Frame[] = [];
  let isOver = false;
  void (async () => {
    let rest = '';
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop()!;
      frames.push(...blocks.flatMap(parseFrame));
    }
  })()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  return {
    status: answer.status,
    frames,
    next: (event, count = 1) =>
      eventually(`${count} ${event}`, () => {
        const found = frames.filter((frame) => frame.event === event);
        return found.length >= count && found;
      }),
    isOver: () => isOver,
    close: () => ending.abort(),
  };
};
