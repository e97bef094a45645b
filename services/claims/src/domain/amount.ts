import type { Rate } from '@staycover/kernel';

/** An amount in ten-thousandths of a major unit: a reservation's policies name no currency that has decimals. */
export type Amount = Rate;

/** Down to whole hundredths, where no currency is known. */
export const downToHundredths = (amount: Amount): Amount => amount - (amount % 100n);
