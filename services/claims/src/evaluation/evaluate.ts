import { calendarDate as date, rateFromNumber } from '@staycover/kernel';
import { assessByRules } from '../domain/assessment/assess.ts';
import { assessedStay } from '../domain/assessment/assessed-stay.ts';
import { recogniseTopic } from '../domain/assessment/questions.ts';
import { recognise } from '../domain/assessment/recognise.ts';
import { building } from './labelled/building.ts';
import { causes } from './labelled/causes.ts';
import { hard } from './labelled/hard.ts';
import type { LabelledClaim } from './labelled/labelled.ts';
import { things } from './labelled/things.ts';

export { everyday } from './labelled/everyday.ts';
export { heldOut } from './labelled/held-out.ts';
export { unseen } from './labelled/unseen.ts';
export const labelledClaims: readonly LabelledClaim[] = [...things, ...building, ...causes, ...hard];

const today = date('2026-11-20');
const DAY_OF_DAMAGE = '2026-11-14';

export type Verdict = {
  claim: LabelledClaim;
  kind: string;
  range: readonly [number, number];
  confidence: string;
  /** How many of the missing facts the questions ask for. */
  asked: number;
  rangeHit: boolean;
};

/** Applies the rules to a labelled claim. The range hits when it contains the middle of the adjuster's range. */
export const judge = (claim: LabelledClaim): Verdict => {
  const day = claim.date === undefined ? DAY_OF_DAMAGE : claim.date;
  const result = assessByRules({
    today,
    claim: {
      damageDescription: claim.text,
      damageDate: day === null ? null : date(day),
      estimateAmount: claim.estimate === undefined ? null : rateFromNumber(claim.estimate),
      documents: (claim.files ?? []).map((fileName) => ({ fileName, contentType: null })),
      claimUrls: (claim.urls ?? []).map((url) => ({ url, description: null })),
      answers: claim.answers ?? {},
    },
    stay: assessedStay({
      arrivalDate: date('2026-11-12'),
      departureDate: date('2026-11-15'),
      selectedPolicies: [{ damageCoverage: claim.cover ?? 3_000, deductible: claim.deductible ?? 0 }],
    }),
  });
  const topics = new Set<string>(result.questions.map(recogniseTopic));
  const [low, high] = claim.fair;
  const middle = rateFromNumber(Math.round(((low + high) / 2) * 100) / 100);
  return {
    claim,
    kind: recognise(claim.text).kind.name,
    range: [Number(result.min) / 10_000, Number(result.max) / 10_000],
    confidence: result.confidence,
    asked: claim.missing.filter((topic) => topics.has(topic)).length,
    rangeHit: result.min <= middle && middle <= result.max,
  };
};

export type Rate = { right: number; of: number };

type Evaluation = {
  kinds: Rate;
  byKind: Record<string, Rate>;
  questions: Rate;
  ranges: Rate;
  confidence: Rate;
  /** Mean width of the suggested range, as a share of its upper end. */
  meanWidth: number;
};

/** The figures over all verdicts. */
export const evaluate = (verdicts: readonly Verdict[]): Evaluation => {
  const count = (right: (verdict: Verdict) => boolean, of = verdicts): Rate => ({
    right: of.filter(right).length,
    of: of.length,
  });
  const kindRight = ({ kind, claim }: Verdict): boolean => kind === claim.kind;
  const byKind = Object.groupBy(verdicts, ({ claim }) => claim.kind);
  const widths = verdicts.filter(({ range }) => range[1] > 0).map(({ range: [min, max] }) => (max - min) / max);
  return {
    kinds: count(kindRight),
    byKind: Object.fromEntries(Object.entries(byKind).map(([kind, of]) => [kind, count(kindRight, of)])),
    questions: {
      right: verdicts.reduce((sum, { asked }) => sum + asked, 0),
      of: verdicts.reduce((sum, { claim }) => sum + claim.missing.length, 0),
    },
    ranges: count(({ rangeHit }) => rangeHit),
    confidence: count(({ confidence, claim }) => confidence === claim.confidence),
    meanWidth: widths.reduce((sum, width) => sum + width, 0) / widths.length,
  };
};

/** Texts by the kind that they are filed under. */
export type Filed = Readonly<Record<string, readonly string[]>>;

/** How often texts of one kind are taken for another: by the right kind, then by the recognised one. */
type Confusion = Record<string, Record<string, string[]>>;

export const tallyConfusion = (filed: Filed): Confusion =>
  Object.fromEntries(
    Object.entries(filed).map(([kind, texts]) => [
      kind,
      Object.groupBy(texts, (text) => recognise(text).kind.name) as Record<string, string[]>,
    ]),
  );

/** The number of texts recognised as their labelled kind. */
export const countHits = (confusion: Confusion): Rate => {
  const entries = Object.entries(confusion);
  const all = entries.flatMap(([, taken]) => Object.values(taken).flat());
  return { right: entries.reduce((sum, [kind, taken]) => sum + (taken[kind]?.length ?? 0), 0), of: all.length };
};
