import { isUtf8 } from 'node:buffer';
import { DomainError } from '@staycover/kernel';

const MOST_LEVELS = 32;
/** Twice the size of the longest known policy; rejecting this many values takes about 50 ms. */
const MOST_VALUES = 20_000;

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA] = [code('"'), code('\\'), code(',')];
const OPENING = new Set([code('['), code('{')]);
const CLOSING = new Set([code(']'), code('}')]);
const SPACE = new Set([code(' '), code('\t'), code('\n'), code('\r')]);

/**
 * Why JSON exceeds what any schema needs: nested too deep, or too many values. Counted in the bytes, because parsing a
 * hundred thousand members would delay other requests too long.
 */
export const findExcess = (json: Uint8Array): string | undefined => {
  let [level, values, isText, isOpened] = [0, 1, false, false];
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (isText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) isText = false;
      continue;
    }
    if (SPACE.has(byte)) continue;
    // What is not empty has one value more than commas.
    if (byte === COMMA || (isOpened && !CLOSING.has(byte))) values++;
    if (values > MOST_VALUES) return `has more than ${MOST_VALUES} values`;
    isOpened = OPENING.has(byte);
    if (isOpened) level++;
    else if (CLOSING.has(byte)) level--;
    if (level > MOST_LEVELS) return `is nested deeper than ${MOST_LEVELS} levels`;
    isText = byte === QUOTE;
  }
  return undefined;
};

/**
 * Looks at the bytes of a body before they are parsed: invalid UTF-8 would be stored with replacement characters, not as
 * it was sent.
 *
 * @throws DomainError `malformed-json`
 */
export const assertParsable = (body: Uint8Array): void => {
  if (!isUtf8(body)) throw new DomainError('malformed-json', 'The body is not valid UTF-8.');
  const excess = findExcess(body);
  if (excess) throw new DomainError('malformed-json', `The body ${excess}.`);
};
