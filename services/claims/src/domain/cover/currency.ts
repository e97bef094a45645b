import type { Currency } from '@staycover/kernel';

/** The numbers of ISO 4217 by which booking systems name the currency of a cover. */
const CODES =
  '32 ARS 36 AUD 44 BSD 48 BHD 52 BBD 68 BOB 84 BZD 124 CAD 136 KYD 144 LKR 152 CLP 156 CNY 170 COP 188 CRC 203 CZK 208 DKK ' +
  '214 DOP 242 FJD 320 GTQ 340 HNL 344 HKD 348 HUF 352 ISK 356 INR 360 IDR 376 ILS 388 JMD 392 JPY 400 JOD 404 KES 410 KRW ' +
  '414 KWD 422 LBP 446 MOP 458 MYR 462 MVR 480 MUR 484 MXN 498 MDL 504 MAD 512 OMR 524 NPR 554 NZD 566 NGN 578 NOK 590 PAB ' +
  '600 PYG 604 PEN 608 PHP 634 QAR 643 RUB 682 SAR 690 SCR 702 SGD 704 VND 710 ZAR 752 SEK 756 CHF 764 THB 780 TTD 784 AED ' +
  '788 TND 818 EGP 826 GBP 834 TZS 840 USD 858 UYU 901 TWD 933 BYN 941 RSD 944 AZN 946 RON 949 TRY 951 XCD 952 XOF 953 XPF ' +
  '975 BGN 977 BAM 978 EUR 980 UAH 981 GEL 985 PLN 986 BRL';

const byNumber: ReadonlyMap<number, Currency> = new Map(
  [...CODES.matchAll(/(\d+) ([A-Z]{3})/g)].map(([, number, code]) => [Number(number), code!]),
);

/** The currency that a reservation's policy names; null for a number that is none of ISO 4217. */
export const findCurrency = (currencyId: number | null): Currency | null =>
  currencyId === null ? null : (byNumber.get(currencyId) ?? null);
