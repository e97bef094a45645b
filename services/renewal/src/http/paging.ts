import { readDayCursor } from '@staycover/http';
import type { CalendarDate } from '@staycover/kernel';
import type { PolicyCursor } from '../db/policies.ts';

export const policyCursorText = ({ termEnd, id }: { termEnd: CalendarDate; id: string }): string => `${termEnd}.${id}`;

/** Reads what `policyCursorText` wrote. */
export const policyCursor = (cursor: string): PolicyCursor => {
  const { day, key } = readDayCursor(cursor);
  return { termEnd: day, policyId: key };
};
