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

const cellsOf = (outcome: Outcome): string[] => [
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

const sum = (outcomes: readonly Outcome[], of: (outcome: Outcome) => number): string =>
  String(outcomes.reduce((total, outcome) => total + of(outcome), 0));

const totalsOf = (outcomes: readonly Outcome[]): string[] => [
  'All',
  '',
  sum(outcomes, ({ accepted }) => accepted),
  '',
  sum(outcomes, ({ lost }) => lost.length),
  sum(outcomes, ({ doubled }) => doubled.length),
  sum(outcomes, ({ wrong }) => wrong.length),
  sum(outcomes, ({ kills }) => kills),
  '',
  '',
];

/** The outcomes as lines of a Markdown table, with a line of totals. */
export const tableOf = (outcomes: readonly Outcome[]): string[] =>
  [HEADER, HEADER.map(() => '---'), ...outcomes.map(cellsOf), totalsOf(outcomes)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );

export const lineOf = (outcome: Outcome): string => {
  const { fault, accepted, availability, rate, lost, doubled, wrong, recoverySeconds, seen } = outcome;
  const figures = `${accepted} accepted (${rate.toFixed(0)}/s), ${percent(availability)} answered, ${lost.length} lost, ${doubled.length} doubled, ${wrong.length} wrong, recovered in ${recoverySeconds.toFixed(1)} s`;
  return [
    `${fault.id}: ${figures}; ${seen}`,
    ...[...lost, ...doubled, ...wrong].slice(0, 20).map((each) => `    ${each}`),
  ].join('\n');
};
