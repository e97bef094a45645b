import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { keepPlaces } from '../data/steady.ts';

type Page<Row> = {
  rows: readonly Row[];
  hasNext: boolean;
  isOfAnotherPage: boolean;
  getKey: (row: Row) => string;
  place: string;
};

/**
 * Rows that never jump: while a reader looks at a page of a list, rows keep their places.
 * @param place identifies the page; another one starts over
 */
export const useSteadyRows = <Row>({ rows, hasNext, isOfAnotherPage, getKey, place }: Page<Row>) => {
  const [seen, setSeen] = useState({ place, rows, fresh: rows });
  const show = (): void => setSeen({ place, rows, fresh: rows });
  if (isOfAnotherPage) return { rows, newer: 0, unread: 0, show };
  const steady = keepPlaces(seen.place === place ? seen.rows : rows, rows, { getKey, hasNext });
  // What is shown now is kept: a row that is pushed off the page later stays as it was shown last.
  if (seen.place !== place || seen.fresh !== rows) setSeen({ place, rows: steady.rows, fresh: rows });
  return { ...steady, show };
};

export type Asked = Pick<UseQueryResult, 'error' | 'errorUpdatedAt' | 'isPending'>;

/** A refusal stays on the page while the same question is asked again. */
export const useLastError = ({ error, errorUpdatedAt, isPending }: Asked): Error | null => {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? (isPending && errorUpdatedAt > 0 ? last : null);
};
