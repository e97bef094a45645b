import { DomainError } from '@staycover/kernel';
import { dateText, type Layout, rangeText } from '@staycover/print';
import type { PolicyOnDay } from '../use-cases/policy-on-day.ts';
import { additionalInsureds, coveredProperties, lastNight, limits } from './parts.ts';

/**
 * Lays out the certificate for third parties: that the policy is in force on a day, its cover and its limits.
 * @throws DomainError `policy-not-in-force` when it is not.
 */
export const buildCertificate = async (found: PolicyOnDay): Promise<Layout> => {
  const { day, policy, dated, term, insured } = found;
  const { policyReference } = policy;
  if (dated.status !== 'ACTIVE') {
    throw new DomainError('policy-not-in-force', `Policy ${policyReference} is ${dated.status} on ${day}.`);
  }
  return {
    title: 'Certificate of insurance',
    reference: policyReference,
    notice: null,
    party: insured,
    facts: [
      { name: 'As of', value: dateText(day) },
      { name: 'Policy', value: policyReference },
      { name: 'Term', value: rangeText(term.termStart, term.termEnd) },
    ],
    tables: [
      ...limits(found),
      ...additionalInsureds(found),
      ...(await coveredProperties(found, [
        { name: 'Property id', cell: (row) => row.propertyReferenceId ?? row.propertyId },
        { name: 'Covered from', cell: (row) => dateText(row.enrolledDate) },
        { name: 'To', cell: lastNight(found) },
      ])),
    ],
    sums: [],
    remarks: [
      `The policy is in force on ${dateText(day)} and covers what is listed here. Later changes of it are not shown. ` +
        'This certificate is for information: it grants no rights and changes nothing of the policy.',
    ],
  };
};
