import { type Data, member, memberText, recordIn } from './members.ts';

type Part = string | undefined;

/** Parts that are there, in one line. */
const line = (...parts: Part[]): string => parts.filter((part) => part !== undefined).join(', ');

/** Only when all values are there. */
const told = (strings: TemplateStringsArray, ...values: Part[]): Part =>
  values.includes(undefined) ? undefined : String.raw({ raw: strings }, ...values);

const changeOf = (data: Data, state: Data, status = 'status'): Part => {
  const [from, to] = [memberText(data, 'previousStatus'), memberText(state, status)];
  return told`${from} → ${to}` ?? to;
};

const termOf = (state: Data): Part => told`${memberText(state, 'termStart')} to ${memberText(state, 'termEnd')}`;

const contract = (data: Data): string => {
  const state = recordIn(data, 'contract');
  return line(
    memberText(data, 'crmDealId'),
    told`${memberText(data, 'baseRatePerNight')} ${memberText(data, 'currency')} a night`,
    changeOf(data, state),
  );
};

const policy = (data: Data): string => {
  const state = recordIn(data, 'policy');
  const change = recordIn(data, 'change');
  const enrollments = member(data, 'changes');
  if (Array.isArray(enrollments))
    return `${enrollments.length} ${enrollments.length === 1 ? 'property' : 'properties'}`;
  return line(
    changeOf(data, state),
    told`${memberText(state, 'ratePerNight')} ${memberText(state, 'currency')} a night`,
    told`${memberText(change, 'kind')} from ${memberText(change, 'effectiveFrom')}` ?? termOf(state),
  );
};

const invoice = (data: Data): string => {
  const state = recordIn(data, 'invoice');
  return line(
    memberText(state, 'status'),
    told`${memberText(state, 'total')} ${memberText(state, 'currency')}`,
    told`due ${memberText(state, 'dueDate')}`,
  );
};

const split = (data: Data): string =>
  line(
    told`${memberText(data, 'totalCents')} minor units of ${memberText(data, 'currency')}`,
    told`part ${memberText(data, 'part')} of ${memberText(data, 'parts')}`,
    memberText(data, 'reason'),
  );

const payment = (data: Data): string => {
  const state = recordIn(data, 'payment');
  const refund = recordIn(data, 'refund');
  return line(
    memberText(state, 'status'),
    told`${memberText(state, 'amount')} ${memberText(state, 'currency')}`,
    told`refund ${memberText(refund, 'amount')} ${memberText(refund, 'status')}`,
    memberText(data, 'outcome'),
  );
};

const renewal = (data: Data): string => {
  const state = recordIn(data, 'renewal');
  return line(
    memberText(state, 'status'),
    told`${memberText(state, 'previousRate')} → ${memberText(state, 'newRate')}`,
    told`from ${memberText(state, 'newTermStart')}`,
  );
};

const claim = (data: Data): string => {
  const state = recordIn(data, 'claim');
  const payout = recordIn(data, 'payout');
  const assessment = recordIn(state, 'aiAssessment');
  return line(
    changeOf(data, state, 'statusName'),
    told`suggested ${memberText(assessment, 'suggestedAmount')}, confidence ${memberText(assessment, 'confidence')}`,
    told`${memberText(payout, 'amount')} ${memberText(state, 'currency')}`,
  );
};

const byService: Readonly<Record<string, (data: Data) => string>> = { contract, policy, renewal, claims: claim };

const writerOf = (service: string, name: string): ((data: Data) => string) | undefined => {
  if (name === 'event-rejected') return (data) => memberText(data, 'type') ?? '';
  if (service !== 'billing') return Object.hasOwn(byService, service) ? byService[service] : undefined;
  if (name.startsWith('reserve-split')) return split;
  return name.startsWith('payment-') ? payment : invoice;
};

const LONGEST = 200;

/** What happened in a few words; built of named members only, none of which says anything of a person. */
export const headlineOf = ({ service, name }: { service: string; name: string }, data: Data): string =>
  (writerOf(service, name)?.(data) ?? '').slice(0, LONGEST);
