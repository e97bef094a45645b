import type { Outcome } from './fault.ts';

const HEADER = [
  'Case',
  'Load held, /s',
  'Accepted',
  'Answered',
  'Lost',
  'Doubled',
  'Wrong',
  'Kills',
  'Recovery, s',
  'Seen',
];

/** Never rounded up: 100 % is all. */
const percent = (share: number): string => `${(Math.floor(share * 100_000) / 1_000).toFixed(3)} %`;

const toCells = (outcome: Outcome): string[] => [
  `${Number.parseInt(outcome.fault.id, 10)}. ${outcome.fault.what}`,
  outcome.rate.toFixed(0),
  String(outcome.accepted),
  percent(outcome.availability),
  String(outcome.lost.length),
  String(outcome.doubled.length),
  String(outcome.wrong.length),
  String(outcome.kills),
  outcome.recoverySeconds.toFixed(1),
  outcome.seen,
];

/** Columns that the last line sums up. */
const SUMMED = ['Accepted', 'Lost', 'Doubled', 'Wrong', 'Kills'];

const sumColumns = (rows: readonly string[][]): string[] =>
  HEADER.map((name, i) => {
    if (i === 0) return TOTALS;
    return SUMMED.includes(name) ? String(rows.reduce((sum, row) => sum + Number(row[i]), 0)) : '';
  });

const TOTALS = 'All';

const faultNumber = ([name]: readonly string[]): number => Number.parseInt(name!, 10);

const cellsIn = (line: string): string[] => line.slice(2, -2).split(' | ');

/** The rows of a table that was printed earlier. */
const rowsIn = (table: readonly string[]): string[][] =>
  table.map(cellsIn).filter((row) => row.length === HEADER.length && !Number.isNaN(faultNumber(row)));

/**
 * The outcomes as lines of a Markdown table, with a line of totals. Cases that were not run this time keep their rows in
 * an earlier table.
 */
export const formatTable = (outcomes: readonly Outcome[], earlier: readonly string[] = []): string[] => {
  const rows = outcomes.map(toCells);
  const names = new Set(rows.map(([name]) => name));
  const kept = rowsIn(earlier).filter(([name]) => !names.has(name));
  const all = [...rows, ...kept].toSorted((a, b) => faultNumber(a) - faultNumber(b));
  return [HEADER, HEADER.map(() => '---'), ...all, sumColumns(all)].map((cells) => `| ${cells.join(' | ')} |`);
};

export const formatLine = (outcome: Outcome): string => {
  const { fault, accepted, availability, rate, lost, doubled, wrong, recoverySeconds, seen } = outcome;
  const figures = `${accepted} accepted (${rate.toFixed(0)}/s), ${percent(availability)} answered, ${lost.length} lost, ${doubled.length} doubled, ${wrong.length} wrong, recovered in ${recoverySeconds.toFixed(1)} s`;
  return [
    `${fault.id}: ${figures}; ${seen}`,
    ...[...lost, ...doubled, ...wrong].slice(0, 20).map((each) => `    ${each}`),
  ].join('\n');
};
