import type { Resource } from '@staycover/client';
import { answerTo, api } from '../data/api.ts';
import { minorUnits } from '../data/minor-units.ts';
import { Action } from '../ui/action.tsx';

const CATEGORIES = ['CREDIT', 'ADJUSTMENT', 'SERVICE_FEE', 'PARTNER_FEE', 'LOSS_FUND'] as const;

/** Adds a manual line to a draft. */
export const AddLine = ({ invoice, etag }: { invoice: Resource<'Invoice'>; etag: string | undefined }) => (
  <Action
    verb="Add line"
    send={(fields, key) =>
      answerTo(
        api.POST('/api/invoice/{id}/line-items', {
          params: { path: { id: invoice.id } },
          headers: { 'If-Match': etag, 'Idempotency-Key': key },
          body: {
            description: String(fields.get('description')),
            amountPennies: minorUnits(String(fields.get('amount')), invoice.currency),
            category: CATEGORIES.find((category) => category === fields.get('category'))!,
          },
        }),
      )
    }
  >
    <label>
      Description
      <input name="description" required maxLength={500} />
    </label>
    <label>
      Amount in {invoice.currency}, negative for a credit
      <input name="amount" required inputMode="decimal" pattern="(-|−)?[0-9]+([.][0-9]+)?" placeholder="-10.00" />
    </label>
    <label>
      Category
      <select name="category">
        {CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {category.toLowerCase().replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  </Action>
);
