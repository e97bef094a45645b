import fc from 'fast-check';

/** A request about a policy, with days relative to the day of the request. */
export type Asked = {
  /** Of which policy: its place in the organization. */
  of: number;
  path: '' | '/status' | '/correction' | '/changes';
  body: Record<string, unknown>;
  /** Days from today, by the member that gets the date. */
  days: Record<string, number>;
  /** The policies with a past that it may change: none, its own, or all that know the property. */
  past?: 'own' | 'all';
};

export type Command =
  | Asked
  | { name: 'wait'; days: number }
  | { name: 'renew'; of: number; newRate: number | null }
  | { name: 'succeed'; of: number; startsIn: number }
  | { name: 'withdraw'; of: number; nth: number };

export const houses = ['beach', 'lake', 'pine'];

const house = fc.constantFrom(...houses);
const ahead = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });
const on = (member: string, days: number | undefined): Record<string, number> =>
  days === undefined ? {} : { [member]: days };

const members = fc.oneof(
  fc.record({ ratePerNight: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ supportedStates: fc.subarray(['FL', 'GA']) }),
  fc.record({ eligibilityOverrides: fc.dictionary(house, fc.constantFrom('ALLOW', 'DENY')) }),
  fc.record({ planId: fc.constantFrom('gold', null) }),
);
const scope = fc.constantFrom(
  { scopeType: 'ORGANIZATION' },
  { scopeType: 'GROUP', scopeId: 'g' },
  ...houses.map((scopeId) => ({ scopeType: 'PROPERTY', scopeId })),
);
const election = fc
  .tuple(scope, fc.constantFrom('INCLUDE', 'INCLUDE', 'EXCLUDE'))
  .map(([of, action]) => ({ ...of, action }));
const facts = fc.record({ state: fc.constantFrom('FL', 'GA', 'TX'), groupIds: fc.subarray(['g']) });
const status = fc.constantFrom('ACTIVE', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED');
const corrected = fc.constantFrom('ACTIVE', 'ACTIVE', 'SUSPENDED', 'CANCELLED');

const asked = (policies: number): fc.Arbitrary<Asked>[] => {
  const of = fc.nat(policies - 1);
  const put = fc
    .tuple(of, members, ahead)
    .map(([id, body, days]): Asked => ({ of: id, path: '', body, days: on('effectiveFrom', days) }));
  const line = fc
    .tuple(of, fc.constantFrom('STR', null))
    .map(([id, productLine]): Asked => ({ of: id, path: '', body: { productLine }, days: {} }));
  const elect = fc
    .tuple(of, fc.array(election, { minLength: 1, maxLength: 3 }), fc.option(fc.integer({ min: -60, max: 60 })))
    .map(([id, coverageElections, days]): Asked => {
      const past = days === null ? {} : { past: 'own' as const };
      return { of: id, path: '', body: { coverageElections }, days: on('first', days ?? undefined), ...past };
    });
  const learn = fc.tuple(of, house, facts, fc.integer({ min: -30, max: 60 })).map(([id, propertyId, known, days]) => {
    const named = { scopeType: 'PROPERTY', scopeId: propertyId, action: 'INCLUDE', property: { propertyId, ...known } };
    const past = days < 0 ? { past: 'all' as const } : {};
    return { of: id, path: '' as const, body: { coverageElections: [named] }, days: { property: days }, ...past };
  });
  const move = fc.tuple(of, status, ahead).map(
    ([id, to, days]): Asked => ({
      of: id,
      path: '/status',
      body: { status: to },
      days: on('effectiveDate', days),
    }),
  );
  const correct = fc
    .tuple(of, members, fc.integer({ min: 0, max: 90 }), fc.option(corrected, { nil: undefined }))
    .map(([id, given, days, to]): Asked => {
      const body = { ...given, reason: 'wrong', ...(to ? { status: to } : {}) };
      return { of: id, path: '/correction', body, days: { effectiveFrom: -days }, past: 'own' };
    });
  return [put, put, line, elect, learn, move, move, correct];
};

/** Whatever happens to the policies of an organization. */
export const commands = (policies: number): fc.Arbitrary<Command> => {
  const of = fc.nat(policies - 1);
  const newRate = fc.option(fc.integer({ min: 1, max: 9 }));
  return fc.oneof(
    fc.record({ name: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ name: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 10 }) }),
    ...asked(policies),
    fc.record({ name: fc.constant('renew' as const), of, newRate }),
    fc.record({ name: fc.constant('succeed' as const), of, startsIn: fc.integer({ min: -20, max: 60 }) }),
    fc.record({ name: fc.constant('withdraw' as const), of, nth: fc.nat(8) }),
  );
};
