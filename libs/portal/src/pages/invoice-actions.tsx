import type { Resource } from '@staycover/client';
import { type Answer, answerTo, api } from '../data/api.ts';
import { money, words } from '../data/format.ts';
import { Action } from '../ui/action.tsx';
import { State } from '../ui/parts.tsx';
import { SavePdf } from '../ui/save.tsx';
import { AddLine } from './add-line.tsx';

type Invoice = Resource<'Invoice'>;

const VERBS: Partial<Record<string, string>> = {
  SENT: 'Mark sent',
  PAID: 'Mark paid',
  VOID: 'Void',
  UNCOLLECTIBLE: 'Write off',
};

/** What the platform lets this reader do with an invoice, and the document of it. */
export const InvoiceActions = ({ answer }: { answer: Answer<Invoice> }) => {
  const { data: invoice, allowed, etag } = answer;
  const { id } = invoice;
  const request = { params: { path: { id } }, headers: { 'If-Match': etag } };
  return (
    <>
      {allowed.has('sendInvoice') && (
        <Action verb="Send" send={() => answerTo(api.POST('/api/invoice/{id}/send', request))}>
          <p>
            The payment provider sends {invoice.invoiceReference} over {money(invoice.total, invoice.currency)} to{' '}
            {invoice.organizationId}, and collects it.
          </p>
        </Action>
      )}
      {(allowed.get('setInvoiceStatus') ?? []).map((to) => (
        <Action
          key={to}
          verb={VERBS[to] ?? `Set ${words(to)}`}
          isFinal={to === 'VOID' || to === 'UNCOLLECTIBLE'}
          send={() =>
            answerTo(api.PATCH('/api/invoice/{id}/status', { ...request, body: { status: to as Invoice['status'] } }))
          }
        >
          <p>
            {invoice.invoiceReference} of {invoice.organizationId} goes from <State name={invoice.status} /> to{' '}
            <State name={to} />.
          </p>
        </Action>
      ))}
      {allowed.has('addLineItem') && <AddLine invoice={invoice} etag={etag} />}
      <SavePdf name={invoice.invoiceReference} path={`/api/invoice/${id}`} />
    </>
  );
};
