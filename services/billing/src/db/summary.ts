import { type Database, query } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';
import type { InvoiceStatus } from '../domain/invoice.ts';

/** How late an invoice is, as a summary shows it. */
export type Age = 'notDue' | 'days30' | 'days60' | 'days90' | 'over90';

/** Invoices of a currency and month that are alike, amounts in minor units. */
export type InvoiceGroup = {
  currency: string;
  month: string;
  status: InvoiceStatus;
  age: Age;
  count: string;
  total: string;
  due: string;
};

/** The invoices of these organizations (null: of all) by currency, month of the period, state and age on `today`. */
export const groupInvoices = (
  database: Database,
  organizations: string[] | null,
  today: CalendarDate,
): Promise<InvoiceGroup[]> =>
  query<InvoiceGroup>(
    database,
    `select currency, to_char(period_start, 'YYYY-MM') as month, status, age, count(*), sum(total) as total, sum(due) as due
     from (select currency, period_start, status, total,
         case when status = 'VOID' then 0 else total - amount_paid - amount_credited - amount_written_off end as due,
         case when due_date is null or due_date >= $1::date then 'notDue'
           when due_date >= $1::date - 30 then 'days30' when due_date >= $1::date - 60 then 'days60'
           when due_date >= $1::date - 90 then 'days90' else 'over90' end as age
       from invoice ${organizations ? 'where organization_id = any($2::text[])' : ''}) i
     group by currency, month, status, age, due > 0 order by currency, month`,
    organizations ? [today.toString(), organizations] : [today.toString()],
  );
