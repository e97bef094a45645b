import { useState } from 'react';
import { keepPlaces } from '../data/steady.ts';

type Page<Row> = { rows: readonly Row[]; isOfAnotherPage: boolean; keyOf: (row: Row) => string; place: string };

/**
 * Rows that never jump: while a reader looks at a page of a list, rows keep their places.
 * @param place identifies the page; another one starts over
 */
export const useSteadyRows = <Row>({ rows, isOfAnotherPage, keyOf, place }: Page<Row>) => {
  const [seen, setSeen] = useState({ place, rows });
  const show = (): void => setSeen({ place, rows });
  if (isOfAnotherPage) return { rows, newer: 0, show };
  if (seen.place !== place) show();
  return { ...keepPlaces(seen.place === place ? seen.rows : rows, rows, keyOf), show };
};
