import type { Contract } from '@staycover/api';
import { handles, projects, type Subscription } from '@staycover/change';
import { contractEvents, inboundEvents } from '@staycover/events';
import { calendarDate, type Instant, rateFromNumber, readInstant } from '@staycover/kernel';
import { payerContracts } from '../db/payers.ts';
import { cancelStays, putOrder } from '../db/stays.ts';
import { billingCalendar } from './billing-calendar.ts';

const EARLIEST = Temporal.Instant.from('1900-01-01T00:00:00Z');

/** When it happened, by its sender: when it came without a time, and never later, which nothing could replace. */
const believableTime = ({ time }: { time?: string | undefined }, cameAt: Instant): Instant => {
  if (time === undefined) return cameAt;
  const sentAt = readInstant(time);
  const isBelievable = Temporal.Instant.compare(sentAt, EARLIEST) > 0 && Temporal.Instant.compare(sentAt, cameAt) < 0;
  return isBelievable ? sentAt : cameAt;
};

/** Under which an organization is still written. */
const currentStatuses: Readonly<Record<Contract['status'], boolean>> = {
  DRAFT: true,
  ACTIVE: true,
  SUSPENDED: true,
  EXPIRED: false,
  TERMINATED: false,
};

/** Who pays, by the contract. */
const toPayer = (contract: Contract) => ({
  contractId: contract.id,
  organizationId: contract.organizationId,
  version: contract.version,
  isCurrent: currentStatuses[contract.status] ?? true,
  legalName: contract.legalBusinessName,
  email: contract.signatoryEmail,
  createdAt: contract.createdDate,
});

/** Everything that this service listens to. */
export const subscriptions: readonly Subscription[] = [
  handles(inboundEvents.orderConfirmed, (tx, event, { cameAt }) => {
    const { organizationId, policyId, orderId, orderReference, lines } = event.data;
    return putOrder(tx, {
      organizationId,
      policyId,
      orderId,
      orderReference: orderReference ?? null,
      confirmedAt: believableTime(event, cameAt),
      lines: lines.map(({ orderLineId, propertyId, propertyName, arrivalDate, departureDate, ratePerNight }) => ({
        orderLineId,
        propertyId,
        propertyName: propertyName ?? null,
        nights: { start: calendarDate(arrivalDate), end: calendarDate(departureDate) },
        ratePerNight: ratePerNight == null ? null : rateFromNumber(ratePerNight),
      })),
    });
  }),

  handles(inboundEvents.orderCancelled, async (tx, event, { cameAt }) => {
    const { organizationId, orderId, orderLineIds } = event.data;
    await cancelStays(tx, organizationId, orderId, orderLineIds ?? null, believableTime(event, cameAt));
  }),

  ...billingCalendar,

  ...projects(
    [contractEvents.dealClosed, contractEvents.contractChanged, contractEvents.contractStatusChanged],
    payerContracts,
    ({ contract }) => toPayer(contract),
  ),
];
