import { compareTexts } from '@staycover/kernel';
import type { LineDraft } from './line.ts';

/** As many generated lines as an invoice holds. */
const MOST_LINES = 50_000;

/**
 * The lines that fit on an invoice. Months that do not fit wait as a whole; when not even the first fits, its later
 * properties wait. What belongs to one property's month stays together, so that no night is charged twice.
 */
export const fitting = (
  lines: readonly LineDraft[],
  most: number = MOST_LINES,
): { lines: LineDraft[]; waitingFrom: string | null } => {
  if (lines.length <= most) return { lines: [...lines], waitingFrom: null };
  const months = groupLines(lines, ({ stayMonth }) => stayMonth);
  const whole = taken(months, most);
  const fit = whole > 0 ? months.slice(0, whole).flat() : firstProperties(months[0]!, most);
  const waiting = months[whole]![0]!.stayMonth;
  const chosen = new Set(fit);
  return { lines: lines.filter((line) => chosen.has(line)), waitingFrom: waiting };
};

/**
 * Of lines that come property by property, those with which `fitting` chooses as with all of them, whatever comes
 * later: the first by month and property, up to one property's month too many. Nothing is left out before there are
 * twice as many as an invoice holds.
 */
export const mayFit = (lines: LineDraft[], most: number = MOST_LINES): LineDraft[] => {
  if (lines.length <= 2 * most) return lines;
  const months = groupLines(lines, ({ stayMonth }) => stayMonth);
  const whole = taken(months, most);
  const first = months.slice(0, whole).flat();
  const properties = groupLines(months[whole]!, ({ propertyId }) => propertyId);
  return [...first, ...properties.slice(0, taken(properties, most - first.length) + 1).flat()];
};

const firstProperties = (month: readonly LineDraft[], most: number): LineDraft[] => {
  const properties = groupLines(month, ({ propertyId }) => propertyId);
  return properties.slice(0, taken(properties, most)).flat();
};

const groupLines = (lines: readonly LineDraft[], getKey: (line: LineDraft) => string): LineDraft[][] =>
  [...Map.groupBy(lines, getKey)].toSorted(([a], [b]) => compareTexts(a, b)).map(([, its]) => its);

/** How many of the first groups have no more lines than `most` together. */
const taken = (groups: readonly LineDraft[][], most: number): number => {
  let count = 0;
  const tooMany = groups.findIndex(({ length }) => (count += length) > most);
  return tooMany < 0 ? groups.length : tooMany;
};
