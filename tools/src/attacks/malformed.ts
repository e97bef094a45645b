import { inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import fc from 'fast-check';
import { Stripe } from 'stripe';
import type { Scale } from '../faults/fault.ts';
import { postFrom, type RawRequest } from './raw-http.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const AT_ONCE = 8;
const SEED = 20_261_120;
const JSON_TYPE = { 'content-type': 'application/json' };
const STAY = inboundEvents.reservationSynced.example.data;

/** Thousands of malformed signatures and bodies at the doors that open without credentials. */
export const malformed = async (target: Target, scale: Scale): Promise<Trial[]> => {
  const attempts = scale(2_000, 400);
  return [
    await payments(target, attempts),
    await deals(target, attempts),
    await lookups(target, attempts),
    await guesses(target),
  ];
};

const takeSamples = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count });

/** Each from an address of its own, so that no limit comes before the answer. */
const makeAddress = (network: number, i: number): string => `127.${network}.${i >> 8}.${i & 255}`;

const attempt = async (
  { platform }: Target,
  tried: Trial,
  network: number,
  requests: readonly RawRequest[],
  holds: (status: number) => boolean,
): Promise<void> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < requests.length; i = next++) {
      const sent = requests[i]!;
      const status = await postFrom(makeAddress(network, i), platform.gatewayUrl, sent);
      tried.note(`${JSON.stringify(sent.headers)} ${String(sent.body)}`, status, holds(status));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

/** Valid header text: Latin-1 without control characters. */
const headerText = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff }))
    .map((code) => String.fromCharCode(code)),
});
const digest = fc.oneof(
  headerText,
  fc.base64String(),
  fc.constantFrom('', '=', '0'.repeat(64), 'é'.repeat(64), 'é'.repeat(32), 'A'.repeat(43), `${'A'.repeat(43)}=`),
);
const time = fc.oneof(
  fc.constantFrom('', '0', '-1', 'NaN', '1e99', '9'.repeat(400)),
  fc.integer({ min: -400, max: 400 }).map((offset) => String(Math.floor(Date.now() / 1_000) + offset)),
);
const bodyLike = (good: string): fc.Arbitrary<string | Uint8Array> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(good) }, fc.json(), fc.string(), fc.uint8Array({ maxLength: 200 }));

const payments = async (target: Target, attempts: number): Promise<Trial> => {
  const tried = trial('23 malformed', 'payment events with signatures that are none');
  const path = '/api/webhook/payment/stripe';
  const object = { object: 'invoice', id: 'in_1', status: 'paid', metadata: { invoiceId: target.ids['invoice'] } };
  const good = JSON.stringify({ id: 'evt_forged', type: 'invoice.paid', data: { object } });
  const part = fc.oneof(
    time.map((seconds) => `t=${seconds}`),
    fc.tuple(fc.constantFrom('v1', 'v0', ' v1', ''), digest).map(([scheme, text]) => `${scheme}=${text}`),
    headerText,
  );
  const signature = fc.oneof(
    fc.tuple(time, digest).map(([seconds, text]) => `t=${seconds},v1=${text}`),
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join(',')),
    fc.array(part, { maxLength: 3 }),
  );
  const forged = takeSamples(fc.record({ signature, body: bodyLike(good) }), attempts);
  const known = ['t=1,v1=', `t=1,v1=${'é'.repeat(64)}`].map((one) => ({ signature: one, body: good }));
  const requests = [...known, ...forged].map((one) => ({
    path,
    headers: { ...JSON_TYPE, 'stripe-signature': one.signature },
    body: one.body,
  }));
  await attempt(target, tried, 1, requests, (status) => status === 401);
  const kept = await target.sql('select 1 from billing.provider_event');
  tried.note('events kept', `${kept.length} events`, kept.length === 0);
  const { body: invoice } = await target.call('acme', 'GET', `/api/invoice/${target.ids['invoice']}`);
  tried.note('the invoice', invoice.status, invoice.status !== 'PAID');

  const header = Stripe.webhooks.generateTestHeaderString({ payload: good, secret: target.paymentSecret });
  const { status } = await target.raw('POST', path, good, { ...JSON_TYPE, 'stripe-signature': header });
  tried.note('the one that is signed', status, status === 200);
  return tried;
};

const deals = async (target: Target, attempts: number): Promise<Trial> => {
  const tried = trial('23 malformed', 'deals with signatures that are none');
  const good = JSON.stringify({ crmDealId: 'malformed', organizationId: 'acme', baseRatePerNight: 4.25 });
  const signature = fc.oneof(
    digest.map((text) => `v1,${text}`),
    fc.array(digest, { maxLength: 12 }).map((all) => all.map((text) => `v1,${text}`).join(' ')),
    digest,
  );
  const headers = fc.oneof(
    fc.record({ 'webhook-id': headerText, 'webhook-timestamp': time, 'webhook-signature': signature }),
    fc.record({ 'x-hubspot-request-timestamp': time.map((text) => `${text}000`), 'x-hubspot-signature-v3': digest }),
    fc.record({ 'webhook-signature': signature, 'x-hubspot-signature-v3': signature }),
  );
  const forged = takeSamples(fc.record({ headers, body: bodyLike(good) }), attempts);
  const requests = forged.map((one) => ({
    path: '/api/webhook/crm/deal-closed',
    headers: { ...JSON_TYPE, ...one.headers },
    body: one.body,
  }));
  await attempt(target, tried, 2, requests, (status) => status === 401);
  const made = await target.sql(`select 1 from contract.contract where crm_deal_id = 'malformed'`);
  tried.note('contracts', `${made.length} contracts`, made.length === 0);
  return tried;
};

const REFUSED = new Set([400, 404, 413, 415]);

const lookups = async (target: Target, attempts: number): Promise<Trial> => {
  const tried = trial('23 malformed', "lookups of another's reservation, with tokens, dates and bodies that are none");
  const reference = STAY.reservationReferenceId;
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(null, '', 0, true, [], {}), fc.jsonValue());
  const date = fc.oneof(
    anything,
    fc.constantFrom(
      '2026-02-30',
      '1999-12-31',
      '%',
      '0000-00-00',
      `${STAY.arrivalDate} `,
      `${STAY.arrivalDate}T00:00:00Z`,
    ),
  );
  const wrong = fc.record(
    { reservationReferenceId: fc.constant(reference), claimToken: anything, arrivalDate: date, more: fc.jsonValue() },
    { requiredKeys: ['reservationReferenceId'] },
  );
  const body = fc.oneof({ weight: 4, arbitrary: wrong.map((one) => JSON.stringify(one)) }, bodyLike('{}'));
  const authorization = fc.oneof(
    fc.constant(undefined),
    headerText,
    headerText.map((text) => `Bearer ${text}`),
  );
  const type = fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', '');
  const requests = takeSamples(fc.record({ body, authorization, type }), attempts).map((one) => ({
    path: '/api/reservation/lookup',
    headers: {
      'content-type': one.type,
      ...(one.authorization === undefined ? {} : { authorization: one.authorization }),
    },
    body: one.body,
  }));
  await attempt(target, tried, 3, requests, (status) => REFUSED.has(status));
  const right = { reservationReferenceId: reference, arrivalDate: STAY.arrivalDate };
  const { status } = await target.call('anonymous', 'POST', '/api/reservation/lookup', right);
  tried.note("the guest's own", status, status === 200);
  return tried;
};

const GUESSES = 100;

/** Guesses of one address come to an end, and its accounts do not suffer for them. */
const guesses = async (target: Target): Promise<Trial> => {
  const tried = trial('23 malformed', `${GUESSES} guesses of claim tokens at once, from one address`);
  const path = '/api/reservation/lookup';
  const guess = () => ({ path, headers: JSON_TYPE, body: JSON.stringify({ claimToken: newId() }) });
  const { gatewayUrl } = target.platform;
  const answers = await Promise.all(Array.from({ length: GUESSES }, () => postFrom('127.4.0.1', gatewayUrl, guess())));
  for (const status of answers) tried.note('guess', status, status === 404 || status === 429);
  const heard = answers.filter((status) => status === 404).length;
  tried.note('guesses that were heard', `${heard} heard`, heard <= 10);
  const own = {
    path,
    headers: { ...JSON_TYPE, ...target.as('reader') },
    body: JSON.stringify({ reservationReferenceId: STAY.reservationReferenceId }),
  };
  const status = await postFrom('127.4.0.1', gatewayUrl, own);
  tried.note('a reader behind that address', status, status === 200);
  return tried;
};
