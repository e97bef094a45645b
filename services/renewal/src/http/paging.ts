import type { CalendarDate } from '@staycover/kernel';
import type { PolicyCursor } from '../db/policies.ts';

export const policyCursorText = ({ termEnd, id }: { termEnd: CalendarDate; id: string }): string => `${termEnd}.${id}`;

/** Reads what `policyCursorText` wrote. */
export const policyCursor = (cursor: string): PolicyCursor => {
  const [date, policyId] = cursor.split('.') as [string, string];
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return { termEnd: Temporal.PlainDate.from({ year, month, day }), policyId };
};
