/**
 * Decimals of ISO 4217, as the platform has them (`decimalPlaces` of libs/kernel, which browsers cannot import). Those of
 * `Intl` are others for some currencies: none for HUF, COP and IQD.
 */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);
const WITH_THREE: ReadonlySet<string> = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** How many decimals a currency has. */
export const decimalPlaces = (currency: string): number => {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return WITH_THREE.has(currency) ? 3 : 2;
};
