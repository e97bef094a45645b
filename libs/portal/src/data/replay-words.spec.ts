import { expect, test } from '@jest/globals';
import { replayWords } from './replay-words.ts';

test.each([
  [0, true, 'no event is kept that it gets'],
  [1, true, 'one event is sent again'],
  [12, true, '12 events are sent again'],
  [10_000, false, '10,000 events are sent again; there are more, behind the last of them'],
])('a replay of %d events, complete: %s', (events, isComplete, words) => {
  expect(replayWords({ events, isComplete, lastEventId: null })).toBe(words);
});
