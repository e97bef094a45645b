/**
 * ISO 4217 currencies in use, by decimals of the major unit. Hardcoded because the runtime's list (ICU) has different
 * decimals for some, no withdrawal dates, and changes with Node. Excludes funds codes, metals and test codes.
 */
const DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE ' +
    'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR ' +
    'KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB ' +
    'PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY ' +
    'TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

const decimalsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries(DECIMALS).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)])),
);

/** Whether `code` is money in use by ISO 4217; new bodies may name no other. */
export const isCurrency = (code: string): boolean => decimalsByCurrency.has(code);

/** Decimals of a currency's major unit by ISO 4217: 2 for USD, 0 for JPY, 3 for BHD; 2 for withdrawn codes in old rows. */
export const decimalPlaces = (currency: string): number => decimalsByCurrency.get(currency) ?? 2;
