import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

/** Names with markup are data, whatever media type a browser requests. */
export const markupInNames = async (target: Target): Promise<Trial> => {
  const tried = trial('25 injection', 'HTML in every name: events, timelines, searches and trails are never HTML');
  const { call, raw, signed, ids, as, sql } = target;
  const deal = JSON.stringify({
    crmDealId: newId(),
    organizationId: 'acme',
    signatoryName: MARKUP,
    legalBusinessName: MARKUP,
  });
  const { body: contract } = await raw('POST', '/api/webhook/crm/deal-closed', deal, signed(deal));
  const policy = await eventually('a policy with such names', async () => {
    const { status, body } = await call('acme', 'POST', '/api/policy', {
      organizationId: 'acme',
      name: MARKUP,
      partnerPolicyId: MARKUP,
      ratePerNight: 4,
      enrolledProperties: [{ propertyId: MARKUP, propertyName: MARKUP }],
    });
    return status === 201 && body;
  });
  await call('acme', 'PUT', `/api/contract/${contract.id}`, { signatoryName: `${MARKUP}2`, notes: MARKUP });
  const kept = () => sql('select 1 from insight.subject where id = $1', [policy.id]);
  await eventually('it is kept', async () => (await kept()).length > 0, 180_000);
  const paths = [
    '/api/events?limit=50',
    `/api/timeline/${policy.id}`,
    `/api/timeline/${contract.id}`,
    `/api/search?q=${encodeURIComponent(MARKUP.slice(0, 60))}`,
    '/api/search?q=script',
    `/api/policy/${policy.id}/audit`,
    `/api/contract/${contract.id}/audit`,
    `/api/invoice/${ids['invoice']}/audit`,
  ];
  for (const path of paths) {
    for (const accept of ['application/json', 'text/html', 'text/html,*/*;q=0.8', 'text/event-stream, text/html']) {
      const answer = await fetch(target.platform.gatewayUrl + path, {
        headers: { ...as('acme'), accept },
        signal: AbortSignal.timeout(5_000),
      });
      const type = answer.headers.get('content-type') ?? '';
      const isData = /^(application\/(problem\+)?json|text\/event-stream)/.test(type);
      await answer.body?.cancel();
      tried.note(`${path} as ${accept}`, type, isData && answer.headers.get('x-content-type-options') === 'nosniff');
    }
  }
  return tried;
};
