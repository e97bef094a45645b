import { Migration } from '@mikro-orm/migrations';

/** Inputs of a renewal besides the policy's term: the end of cover, the contract, and why a record was cancelled. */
export class WhatARenewalFollows extends Migration {
  override up(): void {
    this.addSql(`alter table renewal add cancelled_with_policy boolean not null default false`);
    this.addSql(`alter table renewable_policy add cancelled_from date, add superseded_by_policy_id uuid`);
    this.addSql(
      `create index renewable_policy_by_contract on renewable_policy (contract_id) where contract_id is not null`,
    );
    this.addSql(`create table renewable_contract (
      contract_id text primary key,
      organization_id text not null,
      version int not null,
      status text not null,
      renewal_term_months int not null
    )`);
  }
}
