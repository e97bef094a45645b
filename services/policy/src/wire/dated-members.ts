import type { DatedMembers as DatedMembersResource } from '@staycover/events';
import { numberFromRate, type Rate } from '@staycover/kernel';
import type { DatedMembers } from '../domain/dated-members.ts';
import { rateVersionResource } from './policy.ts';

const number = (rate: Rate | null): number | null => (rate === null ? null : numberFromRate(rate));

/** The dated members of a policy as other services read them. */
export const datedMembersResource = (members: DatedMembers): DatedMembersResource => ({
  ...members,
  ratePerNight: number(members.ratePerNight),
  ratePerMonth: number(members.ratePerMonth),
  ratePerReservation: number(members.ratePerReservation),
  lossFundRatePerNight: number(members.lossFundRatePerNight),
  rateTableVersions: members.rateTableVersions.map(rateVersionResource),
});
