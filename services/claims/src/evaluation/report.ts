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

const print = (line = ''): void => void process.stdout.write(`${line}\n`);

const share = ({ right, of }: Rate): string => `${right} of ${of} (${Math.round((100 * right) / of)} %)`;

const isMiss = ({ kind, claim, asked, rangeHit, confidence }: Verdict): boolean =>
  kind !== claim.kind || asked < claim.missing.length || !rangeHit || confidence !== claim.confidence;

const report = (title: string, claims: readonly LabelledClaim[]): void => {
  const verdicts = claims.map(judge);
  const { kinds, byKind, questions, ranges, confidence, meanWidth } = evaluate(verdicts);
  print(`${title}: ${claims.length} labelled claims`);
  print(`  Kind of damage     ${share(kinds)}`);
  for (const [kind, rate] of Object.entries(byKind)) print(`    ${kind.padEnd(15)}  ${share(rate)}`);
  print(`  Question coverage  ${share(questions)} of what is missing is asked for`);
  print(`  Range hit rate     ${share(ranges)} hold the middle of what an adjuster expects`);
  print(`  Mean range width   ${Math.round(100 * meanWidth)} % of the upper end`);
  print(`  Confidence         ${share(confidence)} as labelled`);
  print('  Misses');
  for (const { claim, kind, range, confidence: level, asked } of verdicts.filter(isMiss)) {
    print(`    ${claim.text}`);
    const expected = `${claim.kind}, ${claim.fair.join('–')}, ${claim.confidence}`;
    print(
      `      ${kind}, ${range.join('–')}, ${level}; expected ${expected}; asked ${asked} of ${claim.missing.length}`,
    );
  }
  print();
};

/** Rows are the labelled kinds, columns the recognised ones, by the number of the row. */
const table = (title: string, filed: Filed, { printsMisses }: { printsMisses: boolean }): void => {
  const confusion = tallyConfusion(filed);
  const taken = Object.values(confusion).flatMap((row) => Object.keys(row));
  const names = [...new Set([...Object.keys(filed), ...taken])];
  print(`${title}: ${share(countHits(confusion))}`);
  print(`  ${''.padEnd(15)} ${names.map((_, i) => String(i + 1).padStart(3)).join('')}`);
  for (const [i, name] of names.entries()) {
    const cells = names.map((other) => String(confusion[name]?.[other]?.length ?? '·').padStart(3)).join('');
    print(`  ${String(i + 1).padStart(2)} ${name.padEnd(12)} ${cells}`);
  }
  const misses = Object.entries(confusion).flatMap(([kind, row]) =>
    Object.entries(row).flatMap(([as, texts]) => (as === kind ? [] : texts.map((text) => `${kind} → ${as}: ${text}`))),
  );
  if (printsMisses) for (const miss of misses) print(`    ${miss}`);
  print();
};

table('Kinds of everyday claims, which the rules are tuned with', everyday, { printsMisses: true });
// Who reads the misses of these tunes with them: they are counted, not shown.
table('Kinds of claims held out', unseen, { printsMisses: false });
report('Rules on the claims they were tuned with', labelledClaims);
report('Rules on claims held out', heldOut);
