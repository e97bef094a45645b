export { compareNames, dateText, moneyFormat, monthText, rangeText, rateFormat, words } from './format.ts';
export { documentHtml } from './html.ts';
export { type Issuer, issuedBy, issuerSettings, type Layout } from './issuer.ts';
export { represent } from './represent.ts';
