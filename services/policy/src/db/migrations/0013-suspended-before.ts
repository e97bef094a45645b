import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the reason to policies that an invoice suspended before reasons were stored, so that they resume automatically. The
 * invoice is unknown: a placeholder under the policy's own id represents it until an invoice of the policy is settled.
 */
export class SuspendedBefore extends Migration {
  override up(): void {
    this.addSql(`insert into policy_invoice (policy_id, invoice_id, version, status)
      select p.id, p.id, 0, 'SUSPENDED' from policy as p
      join policy_change as c on c.policy_id = p.id and c.kind = 'SUSPEND' and c.effective_from = p.status_since
        and c.withdrawn_at is null and c.reason is null and c.recorded_by = 'system:billing'
      where p.status = 'SUSPENDED' and p.status_reason is null
      on conflict do nothing`);
    this.addSql(`update policy_change as c set reason = 'INVOICE_UNPAID' from policy_invoice as i
      where i.policy_id = c.policy_id and i.invoice_id = c.policy_id and c.kind = 'SUSPEND' and c.reason is null
        and c.recorded_by = 'system:billing'`);
    this.addSql(`update policy as p set status_reason = 'INVOICE_UNPAID' from policy_invoice as i
      where i.policy_id = p.id and i.invoice_id = p.id and p.status = 'SUSPENDED' and p.status_reason is null`);
  }
}
