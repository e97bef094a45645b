import type { PrintedDocument } from '@staycover/api';
import { type CalendarDate, calendarDate, earliest, isAfter, isBefore, mapInSlices } from '@staycover/kernel';
import { compareNames, dateText, rateFormat } from '@staycover/print';
import type { Enrollment } from '../domain/enrollment.ts';
import type { AdditionalInsured, Coverage } from '../domain/policy-details.ts';
import type { PolicyOnDay } from '../use-cases/policy-on-day.ts';

type Table = PrintedDocument['tables'][number];

const toTable = (columns: string[], lines: string[][]): Table[] =>
  lines.length === 0 ? [] : [{ columns, groups: [{ name: null, total: null, lines }] }];

const LIMITS = {
  contentsCoverage: 'Contents',
  liabilityCoverage: 'Liability',
  dwellingCoverage: 'Dwelling',
  totalCoverage: 'Total',
  deductible: 'Deductible',
  minimumClaim: 'Smallest claim',
} as const satisfies Partial<Record<keyof Coverage, string>>;

/** How much is covered, and what the insured bears. */
export const limits = ({ policy, dated: { members } }: PolicyOnDay): Table[] => {
  const { coverage } = members;
  if (!coverage) return [];
  const money = rateFormat(coverage.coverageCurrency ?? policy.currency);
  const lines = Object.entries(LIMITS).flatMap(([member, name]) => {
    const limit = coverage[member as keyof typeof LIMITS];
    return limit === null ? [] : [[name, money(limit)]];
  });
  return toTable(['Coverage', 'Limit'], lines);
};

const isInsuredOn = ({ effectiveFrom, effectiveTo }: AdditionalInsured, day: CalendarDate): boolean =>
  !(effectiveFrom && isBefore(day, calendarDate(effectiveFrom))) &&
  !(effectiveTo && isAfter(day, calendarDate(effectiveTo)));

/** The insured besides the policy holder. */
export const additionalInsureds = ({ policy: { details }, day }: PolicyOnDay): Table[] =>
  toTable(
    ['Additional insured', 'As'],
    details.additionalInsureds
      .filter((insured) => isInsuredOn(insured, day))
      .map(({ name, relationship }) => [name, relationship ?? '']),
  );

/** A column of covered properties. */
export type Column = { name: string; cell: (row: Enrollment) => string };

/** Until when a row covers in the term of the document: its last night, though it may go on in the next term. */
export const lastNight =
  ({ term }: PolicyOnDay) =>
  ({ unenrolledDate }: Enrollment): string =>
    dateText(unenrolledDate ? earliest(unenrolledDate.subtract({ days: 1 }), term.termEnd) : term.termEnd);

/** The properties that are covered. */
export const coveredProperties = async ({ enrolled }: PolicyOnDay, columns: readonly Column[]): Promise<Table[]> => {
  const rows = enrolled
    .map((row) => ({ name: row.propertyName ?? row.propertyId, row }))
    .toSorted((a, b) => compareNames(a.name, b.name));
  return toTable(
    ['Property', ...columns.map(({ name }) => name)],
    await mapInSlices(rows, ({ name, row }) => [name, ...columns.map(({ cell }) => cell(row))]),
  );
};
