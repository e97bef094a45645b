import { portions } from '@staycover/kernel';

/** Rows in portions of as many as a statement stores well within its timeout. */
export const statementPortions = <T>(rows: readonly T[]): T[][] => portions(rows, 500);
