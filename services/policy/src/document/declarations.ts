import { numberFromRate } from '@staycover/kernel';
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

const facts = ({ day, policy, dated, term }: PolicyOnDay): Pair[] => {
  const { ratePerNight, billingFrequency } = dated.members;
  const rate = rateFormat(policy.currency);
  return [
    { name: 'As of', value: dateText(day) },
    { name: 'Policy', value: policy.policyReference },
    ...(policy.details.name === policy.policyReference ? [] : [{ name: 'Name', value: policy.details.name }]),
    { name: 'Term', value: rangeText(term.termStart, term.termEnd) },
    { name: 'Status', value: words(dated.status) },
    { name: 'Renewal', value: policy.autoRenew ? 'Automatic' : 'None' },
    { name: 'Billed', value: words(billingFrequency) },
    ...(ratePerNight === null ? [] : [{ name: 'Rate a night', value: rate(numberFromRate(ratePerNight)) }]),
  ];
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
