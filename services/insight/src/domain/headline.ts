import { decimalPlaces, isRecord } from '@staycover/kernel';
import { type Data, member, memberText, recordIn } from './members.ts';
import { amountInWords, dayInWords, inWords, isolated, rateInWords } from './words.ts';

type Part = string | undefined;

/** Parts that are there, in one line. */
const line = (...parts: Part[]): string => parts.filter((part) => part !== undefined).join(', ');

/** Only when all values are there. */
const given = (strings: TemplateStringsArray, ...values: Part[]): Part =>
  values.includes(undefined) ? undefined : String.raw({ raw: strings }, ...values);

const cents = (data: Data, name: string): number | undefined => {
  const value = member(data, name);
  return Number.isSafeInteger(value) ? (value as number) : undefined;
};

const minorText = (minor: number | undefined, currency: Part): Part =>
  minor === undefined
    ? undefined
    : amountInWords(`${minor}e-${decimalPlaces(currency ?? '')}` as Intl.StringNumericLiteral, currency);

/** An amount in the currency of the state that it belongs to. */
const amountIn = (data: Data, name: string, state: Data): Part => {
  const amount = member(data, name);
  return typeof amount === 'number' ? amountInWords(amount, memberText(state, 'currency')) : undefined;
};

/** An amount with its currency, in as many decimals as that has. */
const moneyIn = (data: Data, name: string): Part => {
  const [amount, currency] = [member(data, name), memberText(data, 'currency')];
  return typeof amount === 'number' ? given`${amountInWords(amount, currency)} ${currency}` : undefined;
};

const wordsIn = (data: Data, name: string): Part => {
  const text = memberText(data, name);
  return text && inWords(text);
};

const dayIn = (data: Data, name: string): Part => {
  const text = memberText(data, name);
  return text && dayInWords(text);
};

const rateIn = (data: Data, name: string, currency?: Part): Part => {
  const value = member(data, name);
  return typeof value === 'number' ? rateInWords(value, currency) : undefined;
};

const nightlyRate = (data: Data, name: string): Part => {
  const currency = memberText(data, 'currency');
  return given`${rateIn(data, name, currency)} ${currency} a night`;
};

const statusChange = (data: Data, state: Data, status = 'status'): Part => {
  const [from, to] = [wordsIn(data, 'previousStatus'), wordsIn(state, status)];
  return given`${from} → ${to}` ?? to;
};

const termRange = (state: Data): Part => given`${dayIn(state, 'termStart')} – ${dayIn(state, 'termEnd')}`;

const contract = (data: Data): string => {
  const state = recordIn(data, 'contract');
  const dealId = memberText(data, 'crmDealId');
  return line(dealId && isolated(dealId), nightlyRate(data, 'baseRatePerNight'), statusChange(data, state));
};

const policy = (data: Data): string => {
  const state = recordIn(data, 'policy');
  const change = recordIn(data, 'change');
  const enrollments = member(data, 'changes');
  if (Array.isArray(enrollments))
    return `${enrollments.length} ${enrollments.length === 1 ? 'property' : 'properties'}`;
  return line(
    statusChange(data, state),
    nightlyRate(state, 'ratePerNight'),
    given`${wordsIn(change, 'kind')} from ${dayIn(change, 'effectiveFrom')}` ?? termRange(state),
  );
};

const invoice = (data: Data): string => {
  const state = recordIn(data, 'invoice');
  return line(wordsIn(state, 'status'), moneyIn(state, 'total'), given`due ${dayIn(state, 'dueDate')}`);
};

/** The accounts of a split, by the member with the amount. */
const SHARES = {
  premiumCents: 'premium',
  lossFundCents: 'loss fund',
  partnerCents: 'partner',
  serviceCostCents: 'service',
};

const split = (data: Data): string => {
  const currency = memberText(data, 'currency');
  const splits = member(data, 'splits');
  const rows = Array.isArray(splits) ? splits.filter(isRecord) : [];
  const shares = Object.entries(SHARES).flatMap(([name, words]) => {
    const minor = rows.reduce((sum, row) => sum + (cents(row, name) ?? 0), 0);
    return minor === 0 ? [] : [given`${words} ${minorText(minor, currency)}`];
  });
  const parts = memberText(data, 'parts');
  return line(
    given`${minorText(cents(data, 'totalCents'), currency)} ${currency}`,
    ...shares,
    parts === '1' ? undefined : given`part ${memberText(data, 'part')} of ${parts}`,
    wordsIn(data, 'reason'),
  );
};

const payment = (data: Data): string => {
  const state = recordIn(data, 'payment');
  const refund = recordIn(data, 'refund');
  const isHeld = member(state, 'unallocated') !== 0;
  return line(
    wordsIn(state, 'status'),
    moneyIn(state, 'amount'),
    isHeld ? given`${amountIn(state, 'unallocated', state)} held` : undefined,
    given`refund ${amountIn(refund, 'amount', state)} ${wordsIn(refund, 'status')}`,
    wordsIn(data, 'outcome'),
  );
};

const renewal = (data: Data): string => {
  const state = recordIn(data, 'renewal');
  return line(
    wordsIn(state, 'status'),
    given`${rateIn(state, 'previousRate')} → ${rateIn(state, 'newRate')}`,
    given`from ${dayIn(state, 'newTermStart')}`,
  );
};

const claim = (data: Data): string => {
  const state = recordIn(data, 'claim');
  const payout = recordIn(data, 'payout');
  const assessment = recordIn(state, 'aiAssessment');
  return line(
    statusChange(data, state, 'statusName'),
    given`suggested ${amountIn(assessment, 'suggestedAmount', state)}, confidence ${wordsIn(assessment, 'confidence')}`,
    given`${amountIn(payout, 'amount', state)} ${memberText(state, 'currency')}`,
  );
};

const webhookEndpoint = (data: Data): string => {
  const since = memberText(data, 'failingSince')?.slice(0, 10);
  return line(wordsIn(recordIn(data, 'webhookEndpoint'), 'status'), since && `fails since ${dayInWords(since)}`);
};

const byService: Readonly<Record<string, (data: Data) => string>> = {
  contract,
  policy,
  renewal,
  claims: claim,
  insight: webhookEndpoint,
};

const findWriter = (service: string, name: string): ((data: Data) => string) | undefined => {
  if (name === 'event-rejected') return (data) => memberText(data, 'type') ?? '';
  if (service !== 'billing') return Object.hasOwn(byService, service) ? byService[service] : undefined;
  if (name.startsWith('reserve-split')) return split;
  return name.startsWith('payment-') ? payment : invoice;
};

const LONGEST = 200;

/** A short description of the event, built from listed members only, none of which is personal data. */
export const writeHeadline = ({ service, name }: { service: string; name: string }, data: Data): string =>
  (findWriter(service, name)?.(data) ?? '').slice(0, LONGEST);
