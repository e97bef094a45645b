import { jetstream } from '@nats-io/jetstream';
import { inboundEvents } from '@staycover/events';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const ORGANIZATIONS = [
  'acme.>',
  '>',
  '*',
  'acme.*',
  'acme policy',
  'acme\r\nPUB x 0',
  'acme\0',
  '',
  '.',
  'a'.repeat(65),
  'ácme',
  '$JS',
  '_INBOX.x',
];

/** Organizations that would be wildcards, more tokens or another command of the protocol in a subject. */
export const subjects = async (target: Target): Promise<Trial> => {
  const tried = trial('25 injection', 'wildcards and line breaks where an organization becomes part of a subject');
  for (const organizationId of ORGANIZATIONS) {
    const { status } = await target.call('ops', 'POST', '/api/policy', { organizationId });
    tried.note(JSON.stringify(organizationId), status, status === 400);
    const deal = JSON.stringify({ crmDealId: 'subject', organizationId, baseRatePerNight: 1 });
    const answer = await target.raw('POST', '/api/webhook/crm/deal-closed', deal, target.signed(deal));
    tried.note(`deal ${JSON.stringify(organizationId)}`, answer.status, answer.status === 400);
  }
  for (const subject of [
    'insurance.policy.policy-changed.acme',
    'insurance.billing.invoice-sent.acme',
    '$JS.API.STREAM.DELETE.POLICY',
    '$JS.API.STREAM.LIST',
    'rpc.policy.get',
    'insurance.inbound.deal-closed.acme.more',
  ]) {
    const refused = await jetstream(target.publisher)
      .publish(subject, JSON.stringify(inboundEvents.dealClosed.example), { timeout: 1_000 })
      .then(
        () => false,
        () => true,
      );
    tried.note(subject, refused ? 'refused' : 'taken', refused);
  }
  return tried;
};
