import { causes } from './kinds/causes.ts';
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

/** Kinds that name a cause count wherever the text speaks of it. */
const isCause = (kind: Kind): boolean => causes.includes(kind);

const MAX_ITEM = 30;
/** What is done to things, before the thing that it is done to. */
const DONE_TO =
  /\b(?:scratch(?:es)?|goug(?:es?|ed)|stains?|marks?|rings?|holes?|cracks?|dents?|tears?|rips?|slash|wax|ink|paint|wine|coffee|juice|bleach|varnish|polish|dye|blood|fell|leaned|stood|sat|jumped)\s+(?:\w+\s+){0,4}?(?:in|into|on|onto|across|along|over|through|against)\s+(?:\w+\s+){0,3}$/i;
/** Words for a place, a tool or a cause: seldom the damaged thing. */
const BESIDE =
  /\b(?:with|by|where|when|while|after|behind|beside|near|next to|off|from|because|under|in|inside|at|to)\s+(?:(?:the|a|an|our|my|their|his|her|its|some|one|somebody|someone|they|he|she|it)\s+)?(?:\w+\s+){0,1}$/i;
const NEGATED =
  /\b(?:no|not|never|nothing|without|isn['’]t|wasn['’]t|weren['’]t|didn['’]t|hasn['’]t)\s+(?:\w+\s+){0,2}$/i;

/** Recognises the kind of damage or loss in a text. Negated words ("nothing was stolen") do not count. */
export const recognise = (text: string): Recognised => {
  const read = kinds.map((kind) => ({ kind, hits: findHits(kind, text) }));
  const all = read.flatMap(({ hits }) => hits);
  const found = read
    // The patio of a patio door does not mean the garden.
    .map(({ kind, hits }) => ({ kind, hits: hits.filter((hit) => !all.some((other) => isInside(hit, other))) }))
    .map(({ kind, hits }) => ({ kind, hits, score: scoreHits(hits) }))
    .filter(({ score }) => score > 1)
    .toSorted((a, b) => b.score - a.score);
  const [best, ...others] = found;
  if (!best) return { kind: otherKind, item: otherKind.thing, others: [] };
  return { kind: best.kind, item: describeItem(best.kind, found), others: others.map(({ kind }) => kind) };
};

/** The weightiest word decides; every further one speaks for the kind a little. */
const scoreHits = (hits: readonly Hit[]): number =>
  hits.length === 0 ? 0 : Math.max(...hits.map(({ weight }) => weight)) + hits.length - 1;

/** What is found is compared with all else that is found: a word that is repeated for ever would take long, and means no more. */
const MOST_OF_A_WORD = 50;

const findWords = (text: string, pattern: RegExp): { word: string; at: number }[] => {
  const counts = new Map<string, number>();
  const found = [...text.matchAll(pattern)].map((match) => ({ word: match[0].toLowerCase(), at: match.index }));
  return found.filter(({ word }) => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= MOST_OF_A_WORD;
  });
};

/** Each word counts once, and not again as part of a longer one ("door" in "bedroom door"). */
const findHits = (kind: Kind, text: string): Hit[] => {
  const all = kind.words.flatMap(({ pattern, weight }) =>
    findWords(text, pattern).map((found) => ({ ...found, weight })),
  );
  const own = all.filter((hit) => !all.some((other) => other !== hit && isInside(hit, other)));
  const meant = own.filter(({ at }) => !NEGATED.test(text.slice(Math.max(0, at - 40), at)));
  const placed = meant.map((hit) => ({ ...hit, weight: hit.weight + scorePlace(kind, text.slice(0, hit.at)) }));
  return [...new Map(placed.toSorted((a, b) => a.weight - b.weight).map((hit) => [singular(hit.word), hit])).values()];
};

/** A thing counts more when it is the object of the damage or begins the text, and less when it is only mentioned. */
const scorePlace = (kind: Kind, before: string): number => {
  if (isCause(kind)) return 0;
  const near = before.slice(-60);
  if (DONE_TO.test(near)) return 1.5;
  if (BESIDE.test(near)) return -1.5;
  return before.trim().split(/\s+/, 4).length <= 3 ? 0.5 : 0;
};

const isInside = (hit: Hit, other: Hit): boolean =>
  other.word.length > hit.word.length && other.at <= hit.at && hit.at + hit.word.length <= other.at + other.word.length;

const singular = (word: string): string => word.replace(/(?<=[^s])s$/, '');

/** Kinds that name a cause borrow the item from the first thing that the text names. */
const describeItem = (best: Kind, found: { kind: Kind; hits: Hit[] }[]): string => {
  const things = found.filter(({ kind }) => !isCause(kind));
  const named = isCause(best) ? things : things.filter(({ kind }) => kind === best);
  const [first] = named.flatMap(({ hits }) => hits).toSorted((a, b) => b.weight - a.weight || a.at - b.at);
  return first ? first.word.slice(0, MAX_ITEM) : best.thing;
};
