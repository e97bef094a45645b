import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { reportAnswer } from './report.ts';

const schema = z.object({ name: z.string(), total: z.number() });

const csvCell = async (name: string): Promise<string> => {
  async function* read() {
    yield [name];
  }
  const { stream } = reportAnswer({ schema, read: read(), show: (text) => ({ name: text, total: -1.5 }) }, 'text/csv');
  const lines = (await Array.fromAsync(stream!.chunks)).join('');
  return lines.slice('name,total\r\n'.length, -',-1.5\r\n'.length);
};

test.each([
  ['=1+2', `'=1+2`],
  ['-2+3', `'-2+3`],
  ['＝1+2', `'＝1+2`],
  ['\n=1', `"'\n'=1"`],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["Acme;=cmd|'/C calc'!A0;x", `"Acme;'=cmd|'/C calc'!A0;x"`],
  ['Acme;;+1', `"Acme;;'+1"`],
  ['a\t-1', `"a\t'-1"`],
  ['a\r\n@SUM(A1)', `"a\r\n'@SUM(A1)"`],
  ['a;＝1', `"a;'＝1"`],
  ['a;"=1"', `"a;'""=1"""`],
  ['a; =1', '"a; =1"'],
  ['a=1;b-2', '"a=1;b-2"'],
])('the text %p is the cell %p, beside a number of ours', async (name, expected) => {
  expect(await csvCell(name)).toBe(expected);
});
