import { v7, validate } from 'uuid';

/** Makes one id; passed to every use case so that tests can choose ids. */
export type NewId = () => string;

/** A cell is a separate platform that serves some organizations; an id carries the cell that made it. */
const CELLS = 1024;
/** The last ten random bits of a UUIDv7 hold the cell; the first two bits of the last three digits stay random. */
const BEFORE_CELL = 33;
const REST = 0xc00;

/**
 * Makes UUIDv7s for a cell: sortable by time, unique without coordination.
 * @throws RangeError for a cell outside 0 to 1023.
 */
export const newIdIn = (cell: number): NewId => {
  if (!Number.isInteger(cell) || cell < 0 || cell >= CELLS) throw new RangeError(`${cell} is no cell.`);
  return () => {
    const id = v7();
    const rest = Number.parseInt(id.slice(BEFORE_CELL), 16) & REST;
    return id.slice(0, BEFORE_CELL) + (rest | cell).toString(16).padStart(3, '0');
  };
};

/** Makes ids of the first cell. */
export const newId: NewId = newIdIn(0);

/** The cell that made an id; a random one for ids from before there were cells. */
export const cellFromId = (id: string): number => Number.parseInt(id.slice(BEFORE_CELL), 16) & (CELLS - 1);

/** When an id was made, in milliseconds since 1970. */
export const madeAtMs = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

export const isId = (value: string): boolean => validate(value);

/** A human reference from a year and a sequence number, e.g. `POL-2026-000123`. */
export const reference = (prefix: string, year: number, number: number | bigint): string =>
  `${prefix}-${year}-${number.toString().padStart(6, '0')}`;
