import type { CalendarDate } from '@staycover/kernel';
import { type MemberChanges, toDatedMembers } from './dated-members.ts';
import type { Endorsement, UndatedChanges } from './endorse.ts';
import type { Policy, PolicyChanges } from './policy.ts';

/** What a body changes of a policy, parted into what has a date and what changes at once. */
export const toEndorsement = (
  policy: Policy,
  { terms, details, coverage }: PolicyChanges,
  effectiveFrom: CalendarDate | undefined,
): Endorsement => {
  const dated = new Set(Object.keys(toDatedMembers(policy)));
  const part = (members: object, isDated: boolean) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => dated.has(name) === isDated));
  const members: MemberChanges = { ...part(terms, true), ...part(details, true) };
  return {
    effectiveFrom,
    terms: part(terms, false) as UndatedChanges['terms'] & object,
    details: part(details, false) as UndatedChanges['details'] & object,
    members: coverage === undefined ? members : { ...members, coverage },
  };
};
