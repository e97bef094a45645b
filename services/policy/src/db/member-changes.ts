import type { Rate } from '@staycover/kernel';
import type { MemberChanges } from '../domain/dated-members.ts';
import { jsonType } from './json-type.ts';
import { type RateVersionRow, rateVersionsFromRows, rateVersionsToRows } from './rate-versions.ts';

const rates = ['ratePerNight', 'ratePerMonth', 'ratePerReservation', 'lossFundRatePerNight'] as const;
type RateName = (typeof rates)[number];

/** Dated members as JSON: rates are integers. */
type MembersRow = Omit<MemberChanges, RateName | 'rateTableVersions'> & {
  [Name in RateName]?: number | null;
} & { rateTableVersions?: RateVersionRow[] };

const mapRates = <A, B>(members: { [Name in RateName]?: A | null }, map: (rate: A) => B) =>
  Object.fromEntries(
    rates.flatMap((name) => {
      const rate = members[name];
      return rate === undefined ? [] : [[name, rate === null ? null : map(rate)]];
    }),
  ) as { [Name in RateName]?: B | null };

const toRow = ({ rateTableVersions, ...members }: MemberChanges): MembersRow => ({
  ...(members as Omit<MemberChanges, RateName | 'rateTableVersions'>),
  ...mapRates<Rate, number>(members, Number),
  ...(rateTableVersions && { rateTableVersions: rateVersionsToRows(rateTableVersions) }),
});

const fromRow = ({ rateTableVersions, ...members }: MembersRow): MemberChanges => ({
  ...(members as Omit<MemberChanges, RateName | 'rateTableVersions'>),
  ...mapRates<number, Rate>(members, BigInt),
  ...(rateTableVersions && { rateTableVersions: rateVersionsFromRows(rateTableVersions) }),
});

export const MemberChangesType = jsonType(toRow, fromRow);
