import {
  countHits,
  evaluate,
  everyday,
  type Filed,
  heldOut,
  judge,
  labelledClaims,
  type Rate,
  tallyConfusion,
  unseen,
  type Verdict,
} from './evaluate.ts';
import type { LabelledClaim } from './labelled/labelled.ts';

/** Whoever reads the misses tunes the rules with them: those of claims held out are counted, not shown. */
type Options = { showsMisses: boolean };

const share = ({ right, of }: Rate): string => `${right} of ${of} (${Math.round((100 * right) / of)} %)`;

const isMiss = ({ kind, claim, asked, rangeHit, confidence }: Verdict): boolean =>
  kind !== claim.kind || asked < claim.missing.length || !rangeHit || confidence !== claim.confidence;

const missLines = ({ claim, kind, range, confidence, asked }: Verdict): string[] => {
  const expected = `${claim.kind}, ${claim.fair.join('–')}, ${claim.confidence}`;
  const found = `${kind}, ${range.join('–')}, ${confidence}`;
  return [`    ${claim.text}`, `      ${found}; expected ${expected}; asked ${asked} of ${claim.missing.length}`];
};

const report = (title: string, claims: readonly LabelledClaim[], { showsMisses }: Options): string[] => {
  const verdicts = claims.map(judge);
  const { kinds, byKind, questions, ranges, confidence, meanWidth } = evaluate(verdicts);
  const misses = verdicts.filter(isMiss);
  return [
    `${title}: ${claims.length} labelled claims`,
    `  Kind of damage     ${share(kinds)}`,
    ...Object.entries(byKind).map(([kind, rate]) => `    ${kind.padEnd(15)}  ${share(rate)}`),
    `  Question coverage  ${share(questions)} of what is missing is asked for`,
    `  Range hit rate     ${share(ranges)} hold the middle of what an adjuster expects`,
    `  Mean range width   ${Math.round(100 * meanWidth)} % of the upper end`,
    `  Confidence         ${share(confidence)} as labelled`,
    `  Misses             ${misses.length}`,
    ...(showsMisses ? misses.flatMap(missLines) : []),
    '',
  ];
};

/** Rows are the labelled kinds, columns the recognised ones, by the number of the row. */
const table = (title: string, filed: Filed, { showsMisses }: Options): string[] => {
  const confusion = tallyConfusion(filed);
  const taken = Object.values(confusion).flatMap((row) => Object.keys(row));
  const names = [...new Set([...Object.keys(filed), ...taken])];
  const rows = names.map((name, i) => {
    const cells = names.map((other) => String(confusion[name]?.[other]?.length ?? '·').padStart(3)).join('');
    return `  ${String(i + 1).padStart(2)} ${name.padEnd(12)} ${cells}`;
  });
  const misses = Object.entries(confusion).flatMap(([kind, row]) =>
    Object.entries(row).flatMap(([as, texts]) => (as === kind ? [] : texts.map((text) => `${kind} → ${as}: ${text}`))),
  );
  return [
    `${title}: ${share(countHits(confusion))}`,
    `  ${''.padEnd(15)} ${names.map((_, i) => String(i + 1).padStart(3)).join('')}`,
    ...rows,
    ...(showsMisses ? misses.map((miss) => `    ${miss}`) : []),
    '',
  ];
};

/** How the rules do on each set of labelled claims. */
export const evaluationLines = (): string[] => [
  ...table('Kinds of everyday claims, which the rules are tuned with', everyday, { showsMisses: true }),
  ...table('Kinds of claims held out', unseen, { showsMisses: false }),
  ...report('Rules on the claims they were tuned with', labelledClaims, { showsMisses: true }),
  ...report('Rules on claims held out', heldOut, { showsMisses: false }),
];
