import { z } from 'zod';
import * as f from './fields.ts';
import { dayAndIdCursor, orderedPaging } from './list.ts';
import { ledgerAccounts } from './payment.ts';
import { component } from './rules.ts';

const ledgerItemKinds = ['INVOICE', 'CREDIT_NOTE', 'PAYMENT', 'REFUND'] as const;

const item = z.object({
  kind: z.enum(ledgerItemKinds),
  reference: f.longText.meta({ description: 'Of a refund, that of its payment' }),
});

const invoiceId = '01a1f84a-95c0-734f-8cde-89a26d67220d';
const invoice = { kind: 'INVOICE', reference: 'INV-2026-000311' } as const;

export const AccountEntry = component(
  z.object({
    entryId: f.uuid,
    postedOn: f.calendarDate,
    currency: f.longText,
    postings: f.longList(
      z.object({
        account: z.enum(ledgerAccounts),
        itemId: f.uuid.meta({ description: 'The invoice, credit note, payment or refund' }),
        item: item.nullable(),
        policyId: f.uuid.nullable(),
        amount: f.money.meta({ description: 'Debits above 0, credits below; all of them sum to 0' }),
      }),
    ),
  }),
  {
    id: 'AccountEntry',
    description: 'An entry of the ledger of an organization',
    example: {
      entryId: '01a1f84a-95c1-7aaa-8791-2dcebe1f240d',
      postedOn: '2026-11-20',
      currency: 'USD',
      postings: [
        {
          account: 'RECEIVABLE',
          itemId: invoiceId,
          item: invoice,
          policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
          amount: 127.5,
        },
        {
          account: 'BILLED',
          itemId: invoiceId,
          item: invoice,
          policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
          amount: -127.5,
        },
      ],
    },
  },
);
export type AccountEntry = z.infer<typeof AccountEntry>;

export const AccountEntryQuery = z.object({
  itemId: f.uuid.optional().meta({ description: 'Only entries about this invoice, credit note, payment or refund' }),
  ...orderedPaging(dayAndIdCursor),
});
