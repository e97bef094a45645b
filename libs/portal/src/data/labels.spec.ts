import { expect, test } from '@jest/globals';
import { inLabels } from './labels.ts';

const labels = { amount: 'To set aside', approvedAmount: 'To be paid', note: 'Note', eventTypes: 'Event types' };

test.each([
  ['/amount must be at least 0.', '“To set aside” must be at least 0.'],
  ['/approvedAmount and /amount must be numbers.', '“To be paid” and “To set aside” must be numbers.'],
  ['To approve the claim, approvedAmount must be known.', 'To approve the claim, “To be paid” must be known.'],
  ['/eventTypes/0 must match.', '“Event types” 1 must match.'],
  ['/amountPennies must be a whole number', '/amountPennies must be a whole number'],
  ['The amount is beyond /cover/amount.', 'The amount is beyond /cover/amount.'],
])('%s', (refusal, words) => {
  expect(inLabels(refusal, labels)).toBe(words);
});
