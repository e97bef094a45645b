/** A kind of damage or loss: its keywords, usual costs and lifetime. */
export type Kind = {
  name: string;
  /** How one speaks of it when the text names no item. */
  thing: string;
  /** Words that name the item, and what each counts for the kind. */
  words: readonly { pattern: RegExp; weight: number }[];
  /** Usual cost in major units. */
  usual: readonly [low: number, high: number];
  /** Years after which such a thing has lost most of its value; null for work and things that keep it. */
  lifeYears: number | null;
  /** Asked after the general questions, unless the text answers it already. */
  questions: readonly { ask: string; known: RegExp }[];
};

/** Alternatives of a regular expression by their weight, on one or more lines. */
type Words = Record<number, string>;

export const kind = (
  name: string,
  thing: string,
  words: Words,
  rest: Pick<Kind, 'usual' | 'lifeYears' | 'questions'>,
): Kind => ({
  name,
  thing,
  words: Object.entries(words).map(([weight, text]) => ({
    weight: Number(weight),
    pattern: new RegExp(`(?<![a-z])(?:${text.replaceAll(/\n\s*/g, '')})(?![a-z])`, 'gi'),
  })),
  ...rest,
});
