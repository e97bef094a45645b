type Members = Record<string, unknown>;

/** Pairs of which the second must not be below the first. */
const ordered = [
  ['termStart', 'termEnd'],
  ['minNights', 'maxNights'],
  ['effectiveFrom', 'effectiveTo'],
  ['enrolledDate', 'unenrolledDate'],
  ['effectiveDate', 'expirationDate'],
  ['arrivalDate', 'departureDate'],
  ['lossFundRatePerNight', 'ratePerNight'],
] as const;

const isAbove = (low: unknown, high: unknown): boolean => low != null && high != null && low >= high;

/** Makes the value satisfy rules over several members, which its schema cannot express. */
export const obeyRules = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(obeyRules);
  if (typeof value !== 'object' || value === null) return value;
  const members: Members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, obeyRules(member)]));
  for (const [low, high] of ordered) {
    if (isAbove(members[low], members[high])) Object.assign(members, { [low]: members[high], [high]: members[low] });
    if (members[low] === members[high] && high === 'unenrolledDate') delete members[high];
  }
  if ('newRate' in members && members['status'] !== 'SCHEDULED') delete members['newRate'];
  if ('scopeType' in members) nameScope(members);
  return members;
};

const nameScope = (election: Members): void => {
  if (election['scopeType'] !== 'ORGANIZATION' && !election['scopeId']) election['scopeId'] = 'scope-1';
  const property = election['property'] as Members | null | undefined;
  if (election['scopeType'] === 'PROPERTY' && property) property['propertyId'] = election['scopeId'];
};
