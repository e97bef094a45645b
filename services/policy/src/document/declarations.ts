import { numberFromRate, type Rate } from '@staycover/kernel';
import { dateText, type Layout, rangeText, rateFormat, words } from '@staycover/print';
import type { PolicyOnDay } from '../use-cases/policy-on-day.ts';
import { additionalInsureds, coveredProperties, lastNight, limits } from './parts.ts';

type Pair = Layout['facts'][number];

/** Lays out a policy as of a day: its term, price, limits and conditions, and each property that it covers. */
export const buildDeclarations = async (found: PolicyOnDay): Promise<Layout> => {
  const { policy, dated, insured } = found;
  const rate = rateFormat(policy.currency);
  return {
    title: 'Declarations',
    reference: policy.policyReference,
    notice: dated.status === 'ACTIVE' ? null : `${words(dated.status)} since ${dateText(dated.statusSince)}`,
    party: insured,
    facts: [...facts(found), ...conditions(found)],
    tables: [
      ...limits(found),
      ...additionalInsureds(found),
      ...(await coveredProperties(found, [
        { name: 'Covered from', cell: (row) => dateText(row.enrolledDate) },
        { name: 'To', cell: lastNight(found) },
        {
          name: 'Rate a night',
          cell: ({ computedRatePerNight: price }) => (price === null ? '' : rate(numberFromRate(price))),
        },
      ])),
    ],
    sums: [],
    remarks: [],
  };
};

const facts = (found: PolicyOnDay): Pair[] => {
  const { day, policy, dated, term } = found;
  const { billingFrequency } = dated.members;
  return [
    { name: 'As of', value: dateText(day) },
    { name: 'Policy', value: policy.policyReference },
    ...(policy.details.name === policy.policyReference ? [] : [{ name: 'Name', value: policy.details.name }]),
    { name: 'Term', value: rangeText(term.termStart, term.termEnd) },
    { name: 'Status', value: words(dated.status) },
    { name: 'Renewal', value: policy.autoRenew ? 'Automatic' : 'None' },
    { name: 'Billed', value: words(billingFrequency) },
    ...rates(found),
  ];
};

/** The rates of the policy itself that can decide a price. */
const rates = ({ policy, dated: { members } }: PolicyOnDay): Pair[] => {
  const { ratePerReservation, ratePerNight, ratePerMonth, billingFrequency } = members;
  const rate = rateFormat(policy.currency);
  const deciding: [string, Rate | null][] = [
    ['Rate a reservation', billingFrequency === 'PER_RESERVATION' ? ratePerReservation : null],
    ['Rate a night', ratePerNight],
    ['Rate a month', ratePerNight === null ? ratePerMonth : null],
  ];
  return deciding.flatMap(([name, price]) => (price === null ? [] : [{ name, value: rate(numberFromRate(price)) }]));
};

/** The conditions of cover that the policy sets. */
const conditions = ({ dated: { members } }: PolicyOnDay): Pair[] => {
  const { minNights, maxNights, planId, coverage } = members;
  const listed: [string, readonly string[]][] = [
    ['Endorsements', coverage?.endorsements ?? []],
    ['Categories', members.coveredCategories],
    ['Countries', members.supportedCountries],
    ['States', members.supportedStates],
    ['Not covered', members.excludedPropertyTypes],
  ];
  return [
    ...(planId === null ? [] : [{ name: 'Plan', value: planId }]),
    ...(minNights === null ? [] : [{ name: 'Nights at least', value: String(minNights) }]),
    ...(maxNights === null ? [] : [{ name: 'Nights at most', value: String(maxNights) }]),
    ...listed.flatMap(([name, values]) => (values.length === 0 ? [] : [{ name, value: values.join(', ') }])),
  ];
};
