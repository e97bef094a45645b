import { expect, test } from '@jest/globals';
import { dependsOnRenewal, renewsByItself } from './renews.ts';

const policy = { autoRenew: true, status: 'ACTIVE', termEnd: '2027-02-04' } as const;
const renewal = (
  status: 'CANCELLED' | 'FAILED' | 'MANUAL_REVIEW' | 'SCHEDULED',
  previousTermEnd: string = policy.termEnd,
) => ({
  status,
  previousTermEnd,
});

test.each([
  ['has no renewal yet', [], 'yes'],
  ['has a scheduled renewal', [renewal('SCHEDULED')], 'yes'],
  ['has a renewal that was cancelled', [renewal('CANCELLED')], 'no, its renewal was cancelled'],
  ['has a renewal that failed', [renewal('FAILED')], 'no, its renewal failed'],
  ['has a renewal in review', [renewal('MANUAL_REVIEW')], 'once it is decided'],
  ['had one cancelled for an earlier end', [renewal('CANCELLED', '2026-02-04')], 'yes'],
  ['has renewals that are not known yet', undefined, '…'],
])('of a policy that %s', (_which, renewals, expected) => {
  expect(renewsByItself(policy, renewals)).toBe(expected);
});

test.each(['CANCELLED', 'EXPIRED', 'SUPERSEDED'] as const)('a policy that is %s does not renew', (status) => {
  expect(renewsByItself({ ...policy, status }, [])).toBe('no, it has ended');
  expect(dependsOnRenewal({ ...policy, status })).toBe(false);
});

test('a policy without automatic renewal does not renew, and its renewals are not asked for', () => {
  expect(renewsByItself({ ...policy, autoRenew: false }, undefined)).toBe('no');
  expect(dependsOnRenewal({ ...policy, autoRenew: false })).toBe(false);
  expect(dependsOnRenewal(policy)).toBe(true);
});
