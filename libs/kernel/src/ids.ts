import { v7, validate } from 'uuid';

/** Makes one id; handed to every use case so that tests can name theirs. */
export type NewId = () => string;

/** A UUIDv7: sortable by time, unique without asking anybody. */
export const newId: NewId = () => v7();

export const isId = (value: string): boolean => validate(value);

/** A human reference from a year and a sequence number, e.g. `POL-2026-000123`. */
export const reference = (prefix: string, year: number, number: number | bigint): string =>
  `${prefix}-${year}-${number.toString().padStart(6, '0')}`;
