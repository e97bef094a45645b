import { type Database, query } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';
import type { InvoiceStatus } from '../domain/invoice.ts';
import { DUE, IS_ISSUED } from './accounts.ts';

/** Invoices of a currency, month of the period and state, amounts in minor units. */
export type InvoiceGroup = {
  currency: string;
  month: string;
  status: InvoiceStatus;
  count: string;
  total: string;
  due: string;
};

/** The invoices of these organizations (null: of all). */
export const groupInvoices = (database: Database, organizations: string[] | null): Promise<InvoiceGroup[]> =>
  query<InvoiceGroup>(
    database,
    `select currency, month, status, sum(counted) as count, sum(total) as total, sum(due) as due
     from invoice_count ${organizations ? 'where organization_id = any($1::text[])' : ''}
     group by currency, month, status having sum(counted) <> 0 order by currency, month`,
    organizations ? [organizations] : [],
  );

/** How late what is owed is, as a summary shows it. */
export type Age = 'notDue' | 'days30' | 'days60' | 'days90' | 'over90';

/** What is owed in a currency for invoices of an age, in minor units. */
export type Owed = { currency: string; age: Age; due: string };

/** What these organizations (null: all) owe on `today`: read from the index `invoice_owed` alone. */
export const owedByAge = (database: Database, organizations: string[] | null, today: CalendarDate): Promise<Owed[]> =>
  query<Owed>(
    database,
    `select currency, case when due_date is null or due_date >= $1::date then 'notDue'
         when due_date >= $1::date - 30 then 'days30' when due_date >= $1::date - 60 then 'days60'
         when due_date >= $1::date - 90 then 'days90' else 'over90' end as age, sum(${DUE}) as due
     from invoice where ${IS_ISSUED} and ${DUE} > 0 ${organizations ? 'and organization_id = any($2::text[])' : ''}
     group by currency, age`,
    organizations ? [today.toString(), organizations] : [today.toString()],
  );
