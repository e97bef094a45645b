import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
const LETTERS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Read from the left, but of the Arabic script: the font would reverse them. */
const ARABIC_DIGITS = /^[\u0660-\u0669\u06f0-\u06f9]/;
/** What ends a line of a text. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const NO_BREAK_SPACE = '\u00a0';
/** Control characters, also those that turn a text: pdfkit prints a box for most of them. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

type Fits = (line: string) => boolean;

const reversed = (text: string): string => [...text].toReversed().join('');

/** A text as pdfkit can print it: its lines parted by a line feed, a space for a tab, no other control characters. */
export const printable = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map((line) => line.replaceAll('\t', ' ').replaceAll(CONTROLS, ''))
    .join('\n');

/** Whether a text has letters that are written from the right. */
export const isRightToLeft = (text: string): boolean => LETTERS.test(text);

/**
 * A line in pieces of one direction, from left to right as they are seen (the bidirectional algorithm of Unicode, UAX 9).
 * Each piece stands as it is read: the font reverses what has letters of a script that is written from the right. Spaces within
 * such a piece do not part words, as pdfkit would put those from left to right.
 */
export const visualRuns = (line: string): string[] => {
  const embedding = bidi.getEmbeddingLevels(line);
  const { levels } = embedding;
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const runs: { level: number; read: string }[] = [];
  let last = -1;
  for (const i of bidi.getReorderedIndices(line, embedding)) {
    const level = levels[i]!;
    let run = runs.at(-1);
    if (run?.level !== level || Math.abs(i - last) !== 1) runs.push((run = { level, read: '' }));
    run.read = level % 2 === 0 ? run.read + line[i]! : (mirrored.get(i) ?? line[i]!) + run.read;
    last = i;
  }
  return runs.map(({ level, read }) => {
    if (level % 2 === 0) return ARABIC_DIGITS.test(read) ? reversed(read) : read;
    return (isRightToLeft(read) ? read : reversed(read)).replaceAll(' ', NO_BREAK_SPACE);
  });
};

/** The most of a word that fits, at least a character. */
const cut = (word: string, fits: Fits): string => {
  let end = word.length;
  while (end > 1 && !fits(word.slice(0, end))) end = end > 64 ? Math.ceil(end / 2) : end - 1;
  const endsWithinCharacter = word.codePointAt(end - 1)! > 0xffff;
  if (endsWithinCharacter) end = end === 1 ? 2 : end - 1;
  return word.slice(0, end);
};

/** A word in pieces that fit; one that fits is its own piece. */
const breakWord = (word: string, fits: Fits): string[] => {
  const pieces: string[] = [];
  let rest = word;
  while (rest.length > 1 && !fits(rest)) {
    pieces.push(cut(rest, fits));
    rest = rest.slice(pieces.at(-1)!.length);
  }
  return [...pieces, rest];
};

/** The lines of a text, broken between words; within one only where it is wider than a line. */
export const breakLines = (text: string, fits: Fits): string[] =>
  text.split(LINE_BREAK).flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(' ')) {
      const line = lines.pop()!;
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) lines.push(longer);
      else lines.push(...(line === '' ? [] : [line]), ...breakWord(word, fits));
    }
    return lines;
  });
