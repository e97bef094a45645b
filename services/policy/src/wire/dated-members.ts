import type { DatedMembers as DatedMembersResource } from '@staycover/events';
import { numberIfAny } from '@staycover/kernel';
import type { DatedMembers } from '../domain/dated-members.ts';
import { rateVersionResource } from './policy.ts';

/** The dated members of a policy as other services read them. */
export const datedMembersResource = (members: DatedMembers): DatedMembersResource => ({
  ...members,
  ratePerNight: numberIfAny(members.ratePerNight),
  ratePerMonth: numberIfAny(members.ratePerMonth),
  ratePerReservation: numberIfAny(members.ratePerReservation),
  lossFundRatePerNight: numberIfAny(members.lossFundRatePerNight),
  rateTableVersions: members.rateTableVersions.map(rateVersionResource),
});
