import type { RateVersion } from '@staycover/kernel';
import { jsonType } from './json-type.ts';

/** A rate version as JSON: rates are integers, well below 2^53. */
export type RateVersionRow = {
  version: number;
  planId: string | null;
  effectiveFrom: string;
  ratePerNight: number;
  lossFundRatePerNight: number | null;
};

export const rateVersionsToRows = (versions: readonly RateVersion[]): RateVersionRow[] =>
  versions.map(({ version, planId, effectiveFrom, ratePerNight, lossFundRatePerNight }) => ({
    version,
    planId,
    effectiveFrom: effectiveFrom.toString(),
    ratePerNight: Number(ratePerNight),
    lossFundRatePerNight: lossFundRatePerNight === null ? null : Number(lossFundRatePerNight),
  }));

export const rateVersionsFromRows = (rows: readonly RateVersionRow[]): RateVersion[] =>
  rows.map(({ version, planId, effectiveFrom, ratePerNight, lossFundRatePerNight }) => ({
    version,
    planId,
    effectiveFrom: Temporal.PlainDate.from(effectiveFrom),
    ratePerNight: BigInt(ratePerNight),
    lossFundRatePerNight: lossFundRatePerNight === null ? null : BigInt(lossFundRatePerNight),
  }));

export const RateVersionsType = jsonType(rateVersionsToRows, rateVersionsFromRows);
