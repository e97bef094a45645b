import { inTransaction } from '@staycover/change';
import { newId, systemActor } from '@staycover/kernel';
import { lockAccount } from '../db/accounts.ts';
import { readAllLines } from '../db/lines.ts';
import { isOrderLine } from '../domain/line.ts';
import type { Book } from '../domain/receivables/book.ts';
import { onAccount } from '../use-cases/on-account.ts';
import type { Billing } from './billing.ts';
import { openAccount } from './receivables.ts';

export type TwinAccount = ReturnType<typeof openTwinAccount>;

const POLICIES = 3;
const FIRST_NIGHT = Temporal.PlainDate.from('2026-11-01');

/** One organization twice: as the service keeps it, and by the same rules in memory, billed for three policies. */
export const openTwinAccount = (t: Billing) => {
  const organizationId = `org-${newId()}`;
  const books = openAccount();
  const nights = Array.from({ length: POLICIES }, () => [] as { propertyId: string; cents: number }[]);
  const policies = nights.map(() =>
    t.policies.add({ policy: { organizationId, lossFundRatePerNight: 0 }, enrollments: [] }),
  );
  let properties = 0;
  const pass = (days: number) => void t.clock.set(books.pass(days).toString());
  pass(0);

  const enroll = (policy: number) =>
    t.policies.change(policies[policy]!, {
      enrollments: nights[policy]!.map(({ propertyId, cents }, i) => {
        const night = FIRST_NIGHT.add({ days: i % 28 });
        return {
          propertyId,
          enrolledDate: night.toString(),
          unenrolledDate: night.add({ days: 1 }).toString(),
          rateOverridePerNight: cents / 100,
        };
      }),
    });

  return {
    organizationId,
    policies,
    books,
    pass,
    /** A night more for each amount, and the first `ended` of those before less. */
    change(policy: number, cents: readonly number[], ended: number): void {
      const kept = nights[policy]!.slice(ended);
      nights[policy] = [...kept, ...cents.map((one) => ({ propertyId: `house-${++properties}`, cents: one }))];
      enroll(policy);
    },
    /** The nights that are covered, by property. */
    covered: (): string[] => nights.flatMap((its) => its.map(({ propertyId }) => propertyId)).toSorted(),
    /** Draws up what is to be billed, with manual lines, as a draft of both. */
    async draft(policy: number, manual: readonly number[]): Promise<{ id: string; book: string }> {
      const { status, body } = await t.generate(policies[policy]!);
      if (status !== 201) throw new Error(`No draft: ${status} ${JSON.stringify(body)}`);
      const { id } = body;
      for (const amountPennies of manual) {
        await t.http.post(`/api/invoice/${id}/line-items`, { description: 'Fee', amountPennies, category: 'FEE' });
      }
      const { body: drafted } = await t.http.get(`/api/invoice/${id}`);
      const lines = await readAllLines(t.service.platform.database, id);
      const ids = await readIds(t, organizationId);
      const corrects = new Set(lines.filter(isOrderLine).flatMap((line) => line.correctsInvoiceId ?? []));
      const inBooks = [...corrects].map((one) => books.account.invoices[ids.invoices.indexOf(one)]!.id);
      const tax = BigInt(Math.round(drafted.tax * 100));
      return { id, book: books.addDraft(() => [...lines], tax, drafted.total < 0 ? inBooks : []) };
    },
    /** Does to the stored account what no route does: what the provider's events bring. */
    onStored: (paymentId: string, command: (book: Book) => void): Promise<void> =>
      inTransaction(t.service.platform.database, async (tx) => {
        const key = { organizationId, currency: 'USD' as const };
        const context = { actor: systemActor('billing', organizationId), now: t.clock(), newId, rules: t.rules };
        await lockAccount(tx, key);
        await onAccount(tx, context, key, { paymentIds: [paymentId] }, command);
      }),
    ids: () => readIds(t, organizationId),
  };
};

/** Of the stored account, from the oldest, as the books have theirs. */
const readIds = async (t: Billing, organizationId: string) => {
  const [row] = await t.sql<{ invoices: string[]; payments: string[]; refunds: string[] }>(
    `select
       (select coalesce(json_agg(id order by id), '[]') from invoice where organization_id = $1) as invoices,
       (select coalesce(json_agg(id order by id), '[]') from payment where organization_id = $1) as payments,
       (select coalesce(json_agg(id order by id), '[]') from payment_refund where organization_id = $1) as refunds`,
    [organizationId],
  );
  return row!;
};
