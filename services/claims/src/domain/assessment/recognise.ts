import type { Kind } from './kinds/kind.ts';
import { kinds, otherKind } from './kinds/kinds.ts';

export type Recognised = {
  kind: Kind;
  /** The item in the words of the text, or what the kind calls such things. */
  item: string;
  /** Every other kind that the text speaks of, the likelier first. */
  others: Kind[];
};

type Hit = { word: string; weight: number; at: number };

const MAX_ITEM = 30;
const NEGATED =
  /\b(?:no|not|never|nothing|without|isn['’]t|wasn['’]t|weren['’]t|didn['’]t|hasn['’]t)\s+(?:\w+\s+){0,2}$/i;

/** Which kind of damage or loss a text tells of. Words that it denies ("nothing was stolen") do not count. */
export const recognise = (text: string): Recognised => {
  const found = kinds
    .map((kind) => ({ kind, hits: hitsOf(kind, text) }))
    .map(({ kind, hits }) => ({ kind, hits, score: scoreOf(hits) }))
    .filter(({ score }) => score > 1)
    .toSorted((a, b) => b.score - a.score);
  const [best, ...others] = found;
  if (!best) return { kind: otherKind, item: otherKind.thing, others: [] };
  return { kind: best.kind, item: itemOf(best.kind, found), others: others.map(({ kind }) => kind) };
};

/** The weightiest word decides; every further one speaks for the kind a little. */
const scoreOf = (hits: readonly Hit[]): number =>
  hits.length === 0 ? 0 : Math.max(...hits.map(({ weight }) => weight)) + hits.length - 1;

/** Each word counts once, and not again as part of a longer one ("door" in "bedroom door"). */
const hitsOf = (kind: Kind, text: string): Hit[] => {
  const all = kind.words.flatMap(({ pattern, weight }) =>
    [...text.matchAll(pattern)].map((match) => ({ word: match[0].toLowerCase(), weight, at: match.index })),
  );
  const own = all.filter((hit) => !all.some((other) => other !== hit && isInside(hit, other)));
  const meant = own.filter(({ at }) => !NEGATED.test(text.slice(Math.max(0, at - 40), at)));
  return [...new Map(meant.toSorted((a, b) => a.weight - b.weight).map((hit) => [singular(hit.word), hit])).values()];
};

const isInside = (hit: Hit, other: Hit): boolean =>
  other.word.length > hit.word.length && other.at <= hit.at && hit.at + hit.word.length <= other.at + other.word.length;

const singular = (word: string): string => word.replace(/(?<=[^s])s$/, '');

/** Kinds that name a cause borrow the item from the first thing that the text names. */
const causes = new Set(['THEFT', 'FIRE_SMOKE', 'WATER', 'PETS', 'CLEANING']);

const itemOf = (best: Kind, found: { kind: Kind; hits: Hit[] }[]): string => {
  const things = found.filter(({ kind }) => !causes.has(kind.name));
  const named = causes.has(best.name) ? things : things.filter(({ kind }) => kind === best);
  const [first] = named.flatMap(({ hits }) => hits).toSorted((a, b) => b.weight - a.weight || a.at - b.at);
  return first ? first.word.slice(0, MAX_ITEM) : best.thing;
};
