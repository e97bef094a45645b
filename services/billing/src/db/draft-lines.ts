import { together, type Work } from '@staycover/change';
import { execute } from '@staycover/db';
import { slice } from '@staycover/kernel';
import { type EarlierLine, linePlace } from '../domain/draft.ts';
import { isOrderLine, type ManualLine, type OrderLine } from '../domain/line.ts';
import { digestLine } from './line-rows.ts';
import { readLinePages } from './lines.ts';

/** What a draft has: of its generated lines what the next ones are compared with, and those that correct others. */
export type DraftLines = { earlier: EarlierLine[]; corrections: OrderLine[]; manualLines: ManualLine[] };

export const noLines: DraftLines = { earlier: [], corrections: [], manualLines: [] };

export const draftLines = async (tx: Work, draftId: string): Promise<DraftLines> => {
  const found: DraftLines = { earlier: [], corrections: [], manualLines: [] };
  for await (const page of readLinePages(tx, draftId)) {
    for (const line of page) {
      if (line.manual) found.manualLines.push(line);
      else found.earlier.push({ id: line.id, place: linePlace(line), digest: digestLine(line), order: line.order });
      if (isOrderLine(line) && line.correctionOf !== null) found.corrections.push(line);
    }
    await slice();
  }
  return found;
};

const removingLines = together<{ tx: Work; invoiceId: string }, undefined>(
  ({ invoiceId }) => invoiceId,
  async (tx, asked) => {
    const ids = asked.map(({ invoiceId }) => invoiceId);
    await execute(tx, 'delete from invoice_line where invoice_id = any($1::uuid[]) and not manual', [ids]);
    return asked.map(() => undefined);
  },
);

export const removeGeneratedLines = (tx: Work, invoiceId: string): Promise<undefined> =>
  removingLines({ tx, invoiceId });
