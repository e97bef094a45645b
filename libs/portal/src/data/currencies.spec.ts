import { expect, test } from '@jest/globals';
import { decimalPlaces } from './currencies.ts';

// The same as in libs/kernel/src/currencies.spec.ts.
test.each([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [2, 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [2, 'ANG BGN DEM HRK ZWL EUR USD'],
])('%d decimals have %s', (decimals, codes) => {
  const listed = codes.split(' ');
  expect(listed.map(decimalPlaces)).toEqual(listed.map(() => decimals));
});
