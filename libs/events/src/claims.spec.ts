import { expect, test } from '@jest/globals';
import { claimStatuses } from '@staycover/api';
import * as exported from './claims.ts';

const { ClaimState: _schema, ...claimEvents } = exported;
const examples = Object.entries(claimEvents).map(([name, { example }]) => [name, example.data.claim] as const);

test.each(examples)('the claim in the example of %s has the id of its status', (_name, { statusName, statusId }) => {
  expect(claimStatuses[statusId - 1]).toBe(statusName);
});
