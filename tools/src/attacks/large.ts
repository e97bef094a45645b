import { inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { BODIES, day, election, text, times } from './large-bodies.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const LARGE = 'large';
/** Another, for each has a budget. */
const PORTFOLIO = 'portfolio';

/** The largest and most expensive valid inputs: no other client is delayed, as the event loops show. */
export const large = async (target: Target): Promise<Trial[]> => [
  await bodies(target),
  await events(target),
  await portfolio(target),
];

const bodies = async (target: Target): Promise<Trial> => {
  const tried = trial('24 exhaustion', 'bodies as large as they may be, good ones and bad ones');
  const { body: policy } = await target.call('ops', 'POST', '/api/policy', { organizationId: LARGE });
  for (const [what, body] of BODIES) {
    for (const prefer of ['handling=lenient', 'handling=strict']) {
      const { status } = await target.call('ops', 'PUT', `/api/policy/${policy.id}`, body, { prefer });
      tried.note(`${what}, ${prefer}`, status, status < 500);
    }
    const created = await target.call('ops', 'POST', '/api/policy', { organizationId: LARGE, ...(body as object) });
    tried.note(`${what}, a new policy`, created.status, created.status < 500);
    const deal = JSON.stringify({ crmDealId: newId(), organizationId: LARGE, baseRatePerNight: '4.25', policy: body });
    const made = await target.raw('POST', '/api/webhook/crm/deal-closed', deal, target.signed(deal));
    tried.note(`${what}, in a deal`, made.status, made.status < 500);
    for (const path of [`/api/policy/${policy.id}`, `/api/policy?organizationId=${LARGE}`]) {
      const { status } = await target.call('ops', 'GET', path);
      tried.note(`${what}, GET ${path}`, status, status === 200);
    }
    const pdf = { accept: 'application/pdf' };
    const { status } = await target.call('ops', 'GET', `/api/policy/${policy.id}/declarations`, undefined, pdf);
    tried.note(`${what}, declarations`, status, status === 200);
  }
  const long = { question: 'x'.repeat(4_000) };
  const claim = {
    damageDescription: 'a@a-1. '.repeat(570),
    documents: times(100, (i) => ({ name: text(i), url: `https://docs.example/${'x'.repeat(1_500)}${i}` })),
    claimUrls: times(100, (i) => ({ url: `https://shop.example/${'x'.repeat(1_500)}${i}`, description: text(i) })),
    answers: Object.fromEntries(times(100, (i) => [`${i} ${'?'.repeat(200)}`, long.question])),
  };
  const digits = Object.fromEntries(times(50, (i) => [`${i}`, '1'.repeat(4_000)]));
  const window = { damageDescription: 'The window is broken.', answers: digits };
  for (const one of [claim, { ...claim, answers: {} }, { damageDescription: claim.damageDescription }, window]) {
    const body = { claim: one, reservation: { reservationReferenceId: 'RES-88123' } };
    const { status } = await target.call('acme', 'POST', '/api/ai/followup', body);
    tried.note(`a follow-up: ${Object.keys(one).join()}`, status, status < 500);
  }
  return tried;
};

const events = async (target: Target): Promise<Trial> => {
  const tried = trial('24 exhaustion', 'events as large as they may be, good ones and bad ones');
  const { claimSubmitted, orderConfirmed, coverageElectionChanged, reservationSynced, dealClosed } = inboundEvents;
  const links = times(100, (i) => ({ url: `https://shop.example/${'x'.repeat(1_000)}${i}`, description: text(i) }));
  const line = (i: number) => ({
    orderLineId: text(i, 60),
    propertyId: `p-${i}`,
    arrivalDate: day(i),
    departureDate: day(i + 3),
    nights: 3,
  });
  const sent: [string, (typeof inboundEvents)[keyof typeof inboundEvents], object][] = [
    ['100 addresses', claimSubmitted, { claimId: newId(), claimUrls: links }],
    ['120,000 addresses that are none', claimSubmitted, { claimId: newId(), claimUrls: times(120_000, () => 0) }],
    [
      'a description of 250,000 characters',
      claimSubmitted,
      { claimId: newId(), damageDescription: 'x'.repeat(250_000) },
    ],
    ['500 order lines', orderConfirmed, { policyId: newId(), lines: times(500, line) }],
    ['500 order lines with one id', orderConfirmed, { policyId: newId(), lines: times(500, () => line(1)) }],
    ['500 elections', coverageElectionChanged, { policyId: null, elections: times(500, election) }],
    ['a reservation with a long member', reservationSynced, { unknown: 'x'.repeat(250_000) }],
    ['40,000 members', reservationSynced, Object.fromEntries(times(20_000, (i) => [`m${i}`, i]))],
    [
      'a deal of 500 properties',
      dealClosed,
      { crmDealId: newId(), policy: { coverageElections: times(300, election) } },
    ],
  ];
  for (const [what, event, changes] of sent) {
    const stored = await target
      .tell(event, { ...(event.example.data as object), ...changes, organizationId: LARGE })
      .then(
        () => 'handled',
        ({ message }: Error) => message,
      );
    await target.quiet();
    tried.note(what, stored, stored === 'handled' || stored === 'message size exceeds maximum allowed');
  }
  return tried;
};

const PROPERTIES = 10_000;
const AT_ONCE = 500;

/** A policy with as many properties as there may be, and everything that is asked of it. */
const portfolio = async (target: Target): Promise<Trial> => {
  const tried = trial('24 exhaustion', `a policy with ${PROPERTIES} properties, its invoice and what follows`);
  const { body: policy } = await target.call('ops', 'POST', '/api/policy', {
    organizationId: PORTFOLIO,
    ratePerNight: 4,
  });
  const ask = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await target.call('ops', method, path, body, headers);
    tried.note(
      `${method} ${path.replace(/[0-9a-f-]{36}/, 'id')} ${JSON.stringify(headers ?? '')}`,
      answer.status,
      answer.status < 500,
    );
    return answer.body;
  };
  for (let first = 0; first < PROPERTIES; first += AT_ONCE) {
    const elections = times(AT_ONCE, (i) => {
      const id = `p-${first + i}`;
      return { electionId: id, scopeType: 'PROPERTY', scopeId: id, action: 'INCLUDE', property: { propertyId: id } };
    });
    await target.tell(inboundEvents.coverageElectionChanged, {
      organizationId: PORTFOLIO,
      policyId: policy.id,
      elections,
    });
    await target.quiet();
    tried.note(`elections from ${first}`, 'handled', true);
  }
  const path = `/api/policy/${policy.id}`;
  await ask('PATCH', `${path}/status`, { status: 'ACTIVE' });
  await target.quiet();
  await ask('GET', path);
  await ask('PUT', path, { name: 'Large' });
  await ask('PUT', path, { ratePerNight: 5 });
  await target.quiet();
  const { id } = await ask('POST', `/api/invoice/generate/${policy.id}`);
  await ask('POST', `/api/invoice/generate/${policy.id}`);
  const invoice = `/api/invoice/${id}`;
  for (const accept of ['application/json', 'text/html', 'application/pdf'])
    for (const document of [invoice, `${path}/certificate`, `${path}/declarations`])
      await ask('GET', document, undefined, { accept });
  await ask('GET', `${invoice}/explain`);
  await ask('POST', `${invoice}/line-items`, { description: 'Fee', amountPennies: 100, category: 'SERVICE_FEE' });
  await ask('GET', `/api/invoice?organizationId=${PORTFOLIO}`);
  await ask('PATCH', `${invoice}/status`, { status: 'SENT' });
  await ask('PATCH', `${invoice}/status`, { status: 'PAID' });
  await target.quiet();
  await ask('PATCH', `${path}/status`, { status: 'CANCELLED' });
  await target.quiet();
  await ask('POST', `/api/invoice/generate/${policy.id}`);
  await ask('POST', '/api/renewal/process', {});
  await target.quiet();
  return tried;
};
