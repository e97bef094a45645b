import { expect, test } from '@jest/globals';
import { DomainError } from '@staycover/kernel';
import { ServiceAway } from '@staycover/messaging';
import { askingUntilAway } from './service-away.ts';

const unanswered = new DomainError('service-unavailable', 'The policy service does not answer.');

/** How many questions were asked of as many as there are answers, and how the last one ended. */
const askAll = async (answers: readonly (Error | undefined)[]): Promise<{ asked: number; last: unknown }> => {
  const asking = askingUntilAway();
  let asked = 0;
  let last: unknown;
  for (const answer of answers) {
    const ask = async () => {
      asked += 1;
      if (answer) throw answer;
    };
    last = await asking(ask).catch((error: unknown) => error);
  }
  return { asked, last };
};

test('a service that has no process is asked once', async () => {
  const away = new ServiceAway('service-unavailable', 'No process of policy runs.');
  expect(await askAll([away, undefined, undefined])).toEqual({ asked: 1, last: away });
});

test('a service is away after three questions in a row without an answer, and not before', async () => {
  const two = [unanswered, unanswered, undefined];
  expect(await askAll([...two, ...two])).toEqual({ asked: 6, last: undefined });
  expect(await askAll([...two, unanswered, ...two])).toEqual({ asked: 6, last: unanswered });
});

test('what a service refuses is an answer', async () => {
  const refused = new DomainError('policy-not-in-force', 'The policy is a draft.');
  expect(await askAll([unanswered, unanswered, refused, unanswered, undefined])).toEqual({ asked: 5, last: undefined });
});
