import type { Work } from '@staycover/change';
import { slice } from '@staycover/kernel';
import { type EarlierLine, linePlace } from '../domain/draft.ts';
import { isOrderLine, type ManualLine, type OrderLine } from '../domain/line.ts';
import { digestLine } from './line-rows.ts';
import { readLinePages } from './lines.ts';
import { removing } from './removing.ts';

/** What a draft has: of its generated lines what the next ones are compared with, and those that correct others. */
export type DraftLines = { earlier: EarlierLine[]; corrections: OrderLine[]; manualLines: ManualLine[] };

export const noLines: DraftLines = { earlier: [], corrections: [], manualLines: [] };

export const draftLines = async (tx: Work, draftId: string): Promise<DraftLines> => {
  const found: DraftLines = { earlier: [], corrections: [], manualLines: [] };
  for await (const page of readLinePages(tx, draftId)) {
    for (const { line, position } of page) {
      if (line.manual) found.manualLines.push(line);
      else found.earlier.push(earlierLine(line, position));
      if (isOrderLine(line) && line.correctionOf !== null) found.corrections.push(line);
    }
    await slice();
  }
  return found;
};

const earlierLine = (line: OrderLine, position: number): EarlierLine => {
  const { id, tax, order } = line;
  return { id, place: linePlace(line), digest: digestLine(line), tax, order, position };
};

/** Removes lines of an invoice. */
export const removeLines = removing('delete from invoice_line where id = any($1::uuid[])');
