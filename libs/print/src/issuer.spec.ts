import { expect, test } from '@jest/globals';
import { issuerSettings } from './issuer.ts';

test.each([
  [undefined, []],
  ['', []],
  ['Lighthouse Insurance Ltd', ['Lighthouse Insurance Ltd']],
  [
    ' Lighthouse Insurance Ltd | 1 Lighthouse Road, Bristol || VAT GB 123 ',
    ['Lighthouse Insurance Ltd', '1 Lighthouse Road, Bristol', 'VAT GB 123'],
  ],
])('ISSUED_BY=%s is %j', (text, lines) => {
  expect(issuerSettings.parse({ ISSUED_BY: text })).toEqual({ ISSUED_BY: lines });
});
