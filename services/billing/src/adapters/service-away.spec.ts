import { expect, test } from '@jest/globals';
import { DomainError } from '@staycover/kernel';
import { ServiceAway } from '@staycover/messaging';
import { awayAfter } from './service-away.ts';

const unanswered = new DomainError('service-unavailable', 'The policy service does not answer.');

test('a service that has no process is away at once', () => {
  expect(awayAfter()(new ServiceAway('service-unavailable', 'No process of policy runs.'))).toBe(true);
});

test('a service is away after three questions in a row without an answer, and not before', () => {
  const isAway = awayAfter();
  expect([unanswered, unanswered, undefined, unanswered, unanswered, unanswered].map(isAway)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('what a service refuses is an answer', () => {
  const isAway = awayAfter();
  const refused = new DomainError('policy-not-in-force', 'The policy is a draft.');
  expect([unanswered, unanswered, refused, unanswered].map(isAway)).toEqual([false, false, false, false]);
});
