import { expect, test } from '@jest/globals';
import { allRows, toCsv } from './csv.ts';

test('rows become lines, under the names of their columns', () => {
  const rows = [
    { id: 'a', total: -117.5, dueDate: null, lineItems: [{}] },
    { id: 'b', total: 0, dueDate: '2026-12-20', lineItems: null },
  ];
  expect(toCsv(rows, ['id', 'total', 'dueDate'])).toBe('id,total,dueDate\r\na,-117.5,\r\nb,0,2026-12-20\r\n');
});

test('a file without rows has its columns', () => {
  expect(toCsv([], ['id', 'total'])).toBe('id,total\r\n');
});

test.each([
  ['=1+2', "'=1+2"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+2', "'＝1+2"],
  ['\n=1', `"'\n'=1"`],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ["Acme;=cmd|'/C calc'!A0;x", `"Acme;'=cmd|'/C calc'!A0;x"`],
  ['Acme;;+1', `"Acme;;'+1"`],
  ['a\t-1', `"a\t'-1"`],
  ['a\r\n@SUM(A1)', `"a\r\n'@SUM(A1)"`],
  ['a;＝1', `"a;'＝1"`],
  ['a;"=1"', `"a;'""=1"""`],
  ['a; =1', '"a; =1"'],
  ['a=1;b-2', '"a=1;b-2"'],
  ['Söhne & Co.', 'Söhne & Co.'],
])('the text %p is the cell %p', (name, expected) => {
  expect(toCsv([{ name }], ['name'])).toBe(`name\r\n${expected}\r\n`);
});

test('all pages are read, one after the other, up to 10,000 rows', async () => {
  const asked: (string | undefined)[] = [];
  const load = (pages: number) => async (cursor: string | undefined) => {
    asked.push(cursor);
    const page = Number(cursor ?? 0);
    return { data: Array.from({ length: 1_000 }, () => page), next: page + 1 < pages ? String(page + 1) : undefined };
  };
  const read = async (pages: number) => {
    const { rows, isCut } = await allRows(load(pages));
    return [rows.length, isCut];
  };
  expect(await read(3)).toEqual([3_000, false]);
  expect(asked).toEqual([undefined, '1', '2']);
  expect(await read(50)).toEqual([10_000, true]);
  expect(asked).toHaveLength(13);
  expect(await read(10)).toEqual([10_000, false]);
});
