export { dateText, moneyFormat, monthText, rangeText, rateFormat, words } from './format.ts';
export { documentHtml } from './html.ts';
export { represent } from './represent.ts';
