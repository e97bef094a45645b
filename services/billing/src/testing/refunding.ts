import { type CommandDeps, inTransaction } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import type { BillingRules } from '../config.ts';
import { lockInvoiceAndAccount } from '../db/accounts.ts';
import { invoices } from '../db/invoices.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { PaidBack } from '../domain/payment.ts';
import { accountContext } from '../use-cases/on-account.ts';
import { recordRefunds } from '../use-cases/provider-refunds.ts';

/** Pays back, as an event of the provider does. */
export const refundInvoice =
  (platform: CommandDeps, rules: BillingRules) =>
  (actor: Actor, { id, ...paidBack }: PaidBack & { id: string }): Promise<Invoice> =>
    inTransaction(platform.database, async (tx) => {
      const stored = await lockInvoiceAndAccount(tx, actor, id);
      await recordRefunds(tx, accountContext({ ...platform, rules }, actor), stored, [paidBack], null);
      return invoices.load(tx, actor, id);
    });
