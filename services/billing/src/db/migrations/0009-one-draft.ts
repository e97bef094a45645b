import { Migration } from '@mikro-orm/migrations';

/**
 * Shares the tax of invoices out to their lines by largest remainder: by what each line's parts are taxed at, or else by
 * what of them is taxable. By batches, each of which is committed; begun again it goes on where it was.
 */
const TAX_OF_LINES = `
do $$
declare
  batch uuid[];
begin
  loop
    select array_agg(id) into batch from (
      select i.id from invoice i
      where i.tax <> 0 and exists (select from invoice_line l where l.invoice_id = i.id and not l.manual)
        and not exists (select from invoice_line l where l.invoice_id = i.id and l.tax <> 0)
      order by i.id limit 1000) as next;
    exit when batch is null;
    with weighed as (
      select l.id, l.invoice_id, i.tax, l.position, l.premium + l.partner_fee + l.service_fee as taxable,
        coalesce((select sum(t.percent * case t.category
            when 'INSURANCE_PREMIUM' then l.premium when 'PARTNER_FEE' then l.partner_fee
            when 'SERVICE_FEE' then l.service_fee else 0 end)
          from tax_rate t where t.state_code = upper(l.state_code)), 0) as taxed
      from invoice_line l join invoice i on i.id = l.invoice_id
      where l.invoice_id = any(batch) and not l.manual),
    summed as (
      select *, sum(taxed) over its as all_taxed, sum(taxable) over its as all_taxable, row_number() over (its order by position) as n
      from weighed window its as (partition by invoice_id)),
    exact as (
      select id, invoice_id, tax, position, case
        when all_taxed <> 0 then tax * taxed / all_taxed
        when all_taxable <> 0 then tax * taxable / all_taxable
        when n = 1 then tax else 0 end as share
      from summed),
    ranked as (
      select id, floor(share) as share, tax - sum(floor(share)) over its as rest,
        row_number() over (its order by share - floor(share) desc, position) as n
      from exact window its as (partition by invoice_id))
    update invoice_line l set tax = r.share + (case when r.n <= r.rest then 1 else 0 end)
    from ranked r where r.id = l.id;
    commit;
  end loop;
end $$`;

/**
 * Of several drafts of a policy the newest stays, or the one that is being sent, and takes the others' manual lines;
 * these are VOID. What they charged is not billed any more, and what they credited is billed again.
 */
const ONE_DRAFT = `
do $$
declare
  one record;
begin
  for one in
    select organization_policy_id as policy_id, (array_agg(i.id order by (d.state = 'SENDING') desc nulls last, i.id desc))[1] as stays
    from invoice i left join delivery d on d.invoice_id = i.id
    where i.status = 'DRAFT' group by organization_policy_id having count(*) > 1
  loop
    perform from billing_account where policy_id = one.policy_id for update;
    perform set_config('staycover.origin', '{"actor":"provisioning","source":"0009-one-draft"}', true);
    create table gone as
      select i.id from invoice i left join delivery d on d.invoice_id = i.id
      where i.organization_policy_id = one.policy_id and i.status = 'DRAFT' and i.id <> one.stays
        and d.state is distinct from 'SENDING';
    create table credited as
      select distinct l.origin_id as id from invoice_line l join gone g on g.id = l.invoice_id where l.origin_id <> l.id;
    delete from billed_nights b using invoice_line l, gone g where l.invoice_id = g.id and b.line_id = l.id;
    update invoice_line l set invoice_id = one.stays, position = l.position + 1000 * (
      select count(*) from gone g where g.id >= l.invoice_id)
    from gone g where g.id = l.invoice_id and l.manual;
    update invoice i set status = 'VOID', next_retry_at = null, version = version + 1,
      subtotal = s.subtotal, total = s.subtotal + i.tax, subtotals_by_category = s.categories
    from gone g, lateral (
      select coalesce(sum(amount), 0) as subtotal, coalesce(jsonb_object_agg(category, amount::text), '{}') as categories
      from (select category, sum(amount) as amount from invoice_line where invoice_id = g.id group by category) as c) as s
    where i.id = g.id;
    update invoice i set version = version + 1, subtotal = s.subtotal, total = s.subtotal + i.tax,
      subtotals_by_category = s.categories
    from (
      select coalesce(sum(amount), 0) as subtotal, coalesce(jsonb_object_agg(category, amount::text), '{}') as categories
      from (select category, sum(amount) as amount from invoice_line where invoice_id = one.stays group by category) as c) as s
    where i.id = one.stays;
    delete from billed_nights where line_id in (select id from credited);
    insert into billed_nights (policy_id, property_id, nights, line_id, balance, reopened)
    select one.policy_id, o.property_id, unnest(o.nights - coalesce(c.nights, '{}')), o.id, 1, true
    from credited join invoice_line o using (id) join invoice i on i.id = o.invoice_id and i.status <> 'VOID',
      lateral (
        select range_agg(taken.nights) as nights from invoice_line l join invoice v on v.id = l.invoice_id and v.status <> 'VOID',
          unnest(l.nights) as taken(nights)
        where l.origin_id = o.id and l.id <> o.id) as c;
    insert into billed_nights (policy_id, property_id, nights, line_id, balance, reopened)
    select one.policy_id, o.property_id, unnest(coalesce(c.back, '{}') - coalesce(c.again, '{}')), o.id, -1, true
    from credited join invoice_line o using (id) join invoice i on i.id = o.invoice_id and i.status = 'VOID',
      lateral (
        select range_agg(taken.nights) filter (where l.quantity < 0) as back,
          range_agg(taken.nights) filter (where l.quantity > 0) as again
        from invoice_line l join invoice v on v.id = l.invoice_id and v.status <> 'VOID', unnest(l.nights) as taken(nights)
        where l.origin_id = o.id and l.id <> o.id) as c;
    drop table gone, credited;
    commit;
  end loop;
end $$`;

export class OneDraft extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(TAX_OF_LINES);
    this.addSql(ONE_DRAFT);
    this.addSql(`drop index if exists invoice_draft`);
    this.addSql(`create unique index invoice_draft on invoice (organization_policy_id) where status = 'DRAFT'`);
  }
}
