import { endedStatuses } from '@staycover/api';
import type { Work } from '@staycover/change';
import { execute, query, statesIn } from '@staycover/db';
import type { CalendarDate, DateRange, Instant, Rate } from '@staycover/kernel';
import type { Stay } from '../domain/policy.ts';
import { NOTHING_DERIVED } from './billing-calendar.ts';
import { rangesFromSql, rangeToSql } from './ranges.ts';

type ConfirmedOrder = {
  organizationId: string;
  policyId: string;
  orderId: string;
  orderReference: string | null;
  confirmedAt: Instant;
  lines: readonly {
    orderLineId: string;
    propertyId: string;
    propertyName: string | null;
    nights: DateRange;
    ratePerNight: Rate | null;
  }[];
};

/** Stores an order in the place of an earlier confirmation of it; one that is older than what is there changes nothing. */
export const putOrder = async (tx: Work, order: ConfirmedOrder, today: CalendarDate): Promise<void> => {
  const { organizationId, orderId, policyId, lines } = order;
  await lockBilling(tx, { organizationId, orderId, policyId });
  await lookAgain(tx, { organizationId, orderId, today });
  const newer = await execute(
    tx,
    `insert into stay_order as o (organization_id, order_id, policy_id, order_reference, confirmed_at)
     values ($1, $2, $3, $4, $5)
     on conflict (organization_id, order_id) do update set policy_id = excluded.policy_id,
       order_reference = excluded.order_reference, confirmed_at = excluded.confirmed_at
     where o.confirmed_at <= excluded.confirmed_at`,
    [organizationId, orderId, policyId, order.orderReference, order.confirmedAt.toString()],
  );
  if (newer === 0) return;
  await execute(tx, 'delete from stay where organization_id = $1 and order_id = $2', [organizationId, orderId]);
  await execute(
    tx,
    `insert into stay (organization_id, order_id, order_line_id, position, property_id, property_name, nights, rate_per_night)
     select $1, $2, line.id, line.position - 1, line.property_id, line.property_name, line.nights, line.rate
     from unnest($3::text[], $4::text[], $5::text[], $6::daterange[], $7::bigint[])
       with ordinality as line(id, property_id, property_name, nights, rate, position)`,
    [
      organizationId,
      orderId,
      lines.map(({ orderLineId }) => orderLineId),
      lines.map(({ propertyId }) => propertyId),
      lines.map(({ propertyName }) => propertyName),
      lines.map(({ nights }) => rangeToSql(nights)),
      lines.map(({ ratePerNight }) => (ratePerNight === null ? null : `${ratePerNight}`)),
    ],
  );
  await lookAgain(tx, { organizationId, orderId, today });
};

type Ordered = { organizationId: string; orderId: string; policyId?: string };

/**
 * Locks the billing rows of the policies that an order is for, or was. A derivation under way has read the stays already,
 * and notes afterwards that nothing before some night is open.
 */
const lockBilling = (tx: Work, { organizationId, orderId, policyId }: Ordered): Promise<object[]> =>
  query(
    tx,
    `select from billing_account where organization_id = $1 and policy_id in (
       select $3::uuid union select policy_id from stay_order where organization_id = $1 and order_id = $2)
     order by policy_id for update`,
    [organizationId, orderId, policyId ?? null],
  );

type Looking = { organizationId: string; orderId: string; today: CalendarDate };

/**
 * Lets the next derivation look at the nights that an order has now, and the calendar bill its policy again if that has ended:
 * a run that is under way may have billed it by now, another day shows that there is more. Where such nights are billed, the
 * policy waits for the next run of credits.
 */
const lookAgain = (tx: Work, { organizationId, orderId, today }: Looking): Promise<number> => {
  const isToBillAgain = `(c.next_bill_on is null or c.next_bill_on <= $3::date) and c.status in ${statesIn(endedStatuses)}`;
  return execute(
    tx,
    `with s as (
       select o.policy_id, min(lower(s.nights)) as first_night, bool_or(exists (select from billed_nights b where b.policy_id = o.policy_id
         and b.property_id = s.property_id and b.nights && s.nights and b.balance > 0)) as is_billed
       from stay_order o join stay s using (organization_id, order_id)
       where o.organization_id = $1 and o.order_id = $2 group by o.policy_id),
     calendar as (
       update billing_calendar c set
         next_bill_on = case when ${isToBillAgain} then coalesce(c.next_bill_on - 1, $3::date) else c.next_bill_on end,
         derived_version = case when s.is_billed then ${NOTHING_DERIVED} else c.derived_version end
       from s where c.policy_id = s.policy_id and c.organization_id = $1 and (s.is_billed or ${isToBillAgain}))
     update billing_account a set open_from = s.first_night from s
     where a.policy_id = s.policy_id and a.organization_id = $1 and a.open_from > s.first_night`,
    [organizationId, orderId, today.toString()],
  );
};

const WHOLE_ORDER = '';

type CancelledOrder = {
  organizationId: string;
  orderId: string;
  /** Null for all of it. */
  orderLineIds: readonly string[] | null;
  cancelledAt: Instant;
};

/** Remembers a cancellation of an order or of some of its lines, also of one that is not there yet. */
export const cancelStays = async (
  tx: Work,
  { organizationId, orderId, orderLineIds, cancelledAt }: CancelledOrder,
  today: CalendarDate,
): Promise<void> => {
  await lockBilling(tx, { organizationId, orderId });
  await execute(
    tx,
    `insert into stay_cancellation as c (organization_id, order_id, order_line_id, cancelled_at)
     select $1, $2, line, $4 from unnest($3::text[]) as line
     on conflict (organization_id, order_id, order_line_id)
       do update set cancelled_at = greatest(c.cancelled_at, excluded.cancelled_at)`,
    [organizationId, orderId, [...new Set(orderLineIds ?? [WHOLE_ORDER])], cancelledAt.toString()],
  );
  await lookAgain(tx, { organizationId, orderId, today });
};

type Row = {
  order_id: string;
  order_line_id: string;
  order_reference: string | null;
  property_id: string;
  property_name: string | null;
  nights: string;
  rate_per_night: string | null;
};

type WhichStays = { organizationId: string; policyId: string; from: CalendarDate | null };

/** The stays of a policy that end after `from`, are confirmed and not cancelled since, the first confirmed order first. */
export const loadStays = async (tx: Work, { organizationId, policyId, from }: WhichStays): Promise<Stay[]> => {
  const rows = await query<Row>(
    tx,
    `select s.*, o.order_reference from stay_order o join stay s using (organization_id, order_id)
     where o.policy_id = $1 and o.organization_id = $2 and ($3::date is null or upper(s.nights) > $3) and not exists (
       select from stay_cancellation c where c.organization_id = o.organization_id and c.order_id = o.order_id
         and c.order_line_id in ('', s.order_line_id) and c.cancelled_at >= o.confirmed_at)
     order by o.number, s.position`,
    [policyId, organizationId, from?.toString() ?? null],
  );
  return rows.map((row) => ({
    order: {
      orderId: row.order_id,
      orderLineId: row.order_line_id,
      orderReference: row.order_reference ?? row.order_id,
    },
    propertyId: row.property_id,
    propertyName: row.property_name,
    nights: rangesFromSql(row.nights)[0]!,
    ratePerNight: row.rate_per_night === null ? null : BigInt(row.rate_per_night),
  }));
};
