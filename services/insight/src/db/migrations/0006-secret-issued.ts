import { Migration } from '@mikro-orm/migrations';

/** When an endpoint got its newest secret, so that a rotation is in its audit trail. */
export class SecretIssued extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_endpoint add column secret_issued_at timestamptz`);
  }
}
