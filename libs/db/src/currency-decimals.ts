/** Currencies with amounts once stored with too few decimals: 0 where ISO 4217 has 2, and 3 for IQD. */
const RESCALED = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ');

/** SQL that is true for the currencies to rescale; `currency` is an expression. */
export const isRescaled = (currency: string): string =>
  `${currency} in (${RESCALED.map((code) => `'${code}'`).join(', ')})`;

/** SQL for the factor from the old minor units to the current ones. */
export const rescaling = (currency: string): string => `case ${currency} when 'IQD' then 1000 else 100 end`;
