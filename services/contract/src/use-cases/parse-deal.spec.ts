import { expect, test } from '@jest/globals';
import { type Actor, everyRole } from '@staycover/kernel';
import { parseDeal, toClosedDeal } from './parse-deal.ts';

const now = Temporal.Instant.from('2026-11-20T09:30:00Z');

const close = (deal: object, id = 'crm-webhook') => {
  const actor: Actor = { id, organizations: '*', roles: everyRole };
  return toClosedDeal(parseDeal({ crmDealId: 'D-1', organizationId: 'acme', ...deal }), now, actor);
};

test('a policy that is too large for its events is refused with the names of who added its insureds', () => {
  const policy = { additionalInsureds: Array.from({ length: 500 }, () => ({ name: 'é'.repeat(165) })) };
  expect(() => close({ policy })).not.toThrow();
  expect(() => close({ policy }, 'x'.repeat(200))).toThrow('too large for its events');
});
