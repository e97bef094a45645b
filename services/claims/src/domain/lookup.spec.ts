import { expect, test } from '@jest/globals';
import { resolveLookup } from './lookup.ts';

const r1 = { reservationReferenceId: 'R1', organization: 'acme' };
const r1OfOthers = { reservationReferenceId: 'R1', organization: 'others' };
const r2 = { reservationReferenceId: 'R2', organization: 'acme' };
const unknown = { refused: 'unknown' };
const contradictory = { refused: 'contradictory' };

test.each([
  ['a token', { claimToken: 't' }, { byToken: r1, byReference: [] }, { found: r1 }],
  ['an unknown token', { claimToken: 't' }, { byToken: null, byReference: [] }, unknown],
  ['a reference', { reservationReferenceId: 'R1' }, { byToken: null, byReference: [r1] }, { found: r1 }],
  ['an unknown reference', { reservationReferenceId: 'R1' }, { byToken: null, byReference: [] }, unknown],
  [
    'a reference that two organizations use',
    { reservationReferenceId: 'R1' },
    { byToken: null, byReference: [r1, r1OfOthers] },
    unknown,
  ],
  [
    'a token and its reference',
    { claimToken: 't', reservationReferenceId: 'R1' },
    { byToken: r1, byReference: [r1] },
    { found: r1 },
  ],
  [
    'a token and its reference that others use too',
    { claimToken: 't', reservationReferenceId: 'R1' },
    { byToken: r1, byReference: [r1, r1OfOthers] },
    { found: r1 },
  ],
  [
    'a token and another reference',
    { claimToken: 't', reservationReferenceId: 'R2' },
    { byToken: r1, byReference: [r2] },
    contradictory,
  ],
  [
    'an unknown token and reference',
    { claimToken: 't', reservationReferenceId: 'R9' },
    { byToken: r1, byReference: [] },
    contradictory,
  ],
  [
    'a wrong token for a reference',
    { claimToken: 't', reservationReferenceId: 'R1' },
    { byToken: null, byReference: [r1] },
    contradictory,
  ],
  ['neither known', { claimToken: 't', reservationReferenceId: 'R9' }, { byToken: null, byReference: [] }, unknown],
  [
    'an empty token with a reference',
    { claimToken: null, reservationReferenceId: 'R1' },
    { byToken: null, byReference: [r1] },
    { found: r1 },
  ],
])('%s', (_what, keys, candidates, outcome) => {
  expect(resolveLookup(keys, candidates)).toEqual(outcome);
});
