import { describe, expect, test } from '@jest/globals';
import { decimalPlaces, isCurrency } from './currencies.ts';

const listed = (codes: string): string[] => codes.split(' ');

describe('currencies', () => {
  test.each(listed('USD EUR JPY BHD HUF IQD SLE VED XAF XCG ZWG'))('%s is money in use', (code) => {
    expect(isCurrency(code)).toBe(true);
  });

  test.each([
    ['withdrawn', 'ANG BGN CUC DEM HRK SLL ZWL'],
    ['a fund or a unit of account', 'BOV CHE CHW CLF COU MXV USN UYI UYW XDR XSU XUA'],
    ['a metal, a test or nothing', 'XAG XAU XPD XPT XTS XXX'],
    ['no code', 'usd US USDC constructor'],
  ])('what is %s is not', (_what, codes) => {
    expect(listed(codes).filter(isCurrency)).toEqual([]);
  });

  test.each([
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
    [2, 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [2, 'ANG BGN DEM HRK ZWL'],
  ])('%d decimals have %s', (decimals, codes) => {
    expect(listed(codes).map(decimalPlaces)).toEqual(listed(codes).map(() => decimals));
  });
});
