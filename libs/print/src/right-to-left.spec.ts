import { expect, test } from '@jest/globals';
import { breakLines, printable, visualRuns } from './right-to-left.ts';

const SPACE = '\u00a0';

test.each<[string, string, string[]]>([
  ['a name', 'בית הים', [`בית${SPACE}הים`]],
  ['a number after a name', 'בית 12', ['12', `בית${SPACE}`]],
  ['a number within a name', 'רחוב 12 חיפה', [`${SPACE}חיפה`, '12', `רחוב${SPACE}`]],
  ['a number in Arabic digits, which the font reverses once more', 'بيت ١٢', ['٢١', `بيت${SPACE}`]],
  ['a comma between names', 'חיפה, בית', [`חיפה,${SPACE}בית`]],
  ['brackets', 'בית (ים)', [`בית${SPACE})ים(`]],
  ['a number and English in brackets', 'בית 42 [Tel-Aviv]', ['[', 'Tel-Aviv', `]${SPACE}`, '42', `בית${SPACE}`]],
  ['brackets and a dash after a number', 'دار (3) – Beach', ['Beach', `${SPACE}–${SPACE}(`, '3', `دار${SPACE})`]],
  ['a name within English', 'Owner: בית הים, Haifa', ['Owner: ', `בית${SPACE}הים`, ', Haifa']],
  ['English within a name', 'בית Ocean View הים', [`${SPACE}הים`, 'Ocean View', `בית${SPACE}`]],
])('%s is in pieces of one direction, from left to right', (_what, line, runs) => {
  expect(visualRuns(line)).toEqual(runs);
});

const fits = (line: string): boolean => line.length <= 8;

test.each<[string, string, string[]]>([
  ['fits', 'בית הים', ['בית הים']],
  ['is too long', 'בית הים הגדול', ['בית הים', 'הגדול']],
  ['has a word that is too long', 'בית הים אבגדהוזחטיכ', ['בית הים', 'אבגדהוזח', 'טיכ']],
  ['has lines', 'בית\r\nהים\u2028', ['בית', 'הים', '']],
  ['is too long by an emoji', 'אבגדהוז😀', ['אבגדהוז', '😀']],
  ['has a long word of emoji', `א${'😀'.repeat(5)}`, ['א😀😀😀', '😀😀']],
])('a text that %s is broken between words', (_what, text, lines) => {
  expect(breakLines(text, fits)).toEqual(lines);
});

test.each([
  ['line breaks of any system', '1 Shore Road\r\nSuite 4\u2028Miami', '1 Shore Road\nSuite 4\nMiami'],
  ['tabs', 'Beach\tHouse', 'Beach House'],
  ['control characters', 'a\u0000\u001b[1mb\u009f', 'a[1mb'],
  ['marks that turn a text', 'Beach \u202eesuoH\u2069', 'Beach esuoH'],
])('%s are printed as text', (_what, text, printed) => {
  expect(printable(text)).toBe(printed);
});
