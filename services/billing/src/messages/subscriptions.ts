import type { Contract } from '@staycover/api';
import { handles, projects, type Subscription } from '@staycover/change';
import { contractEvents, inboundEvents } from '@staycover/events';
import { businessDate, calendarDate, rateIfAny, statedTime } from '@staycover/kernel';
import { payerContracts } from '../db/payers.ts';
import { cancelStays, putOrder } from '../db/stays.ts';
import { billingCalendar } from './billing-calendar.ts';

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
  handles(inboundEvents.orderConfirmed, (tx, event, { cameAt, now }) => {
    const { organizationId, policyId, orderId, orderReference, lines } = event.data;
    const order = {
      organizationId,
      policyId,
      orderId,
      orderReference: orderReference ?? null,
      confirmedAt: statedTime(event.time, cameAt),
      lines: lines.map(({ orderLineId, propertyId, propertyName, arrivalDate, departureDate, ratePerNight }) => ({
        orderLineId,
        propertyId,
        propertyName: propertyName ?? null,
        nights: { start: calendarDate(arrivalDate), end: calendarDate(departureDate) },
        ratePerNight: rateIfAny(ratePerNight),
      })),
    };
    return putOrder(tx, order, businessDate(now));
  }),

  handles(inboundEvents.orderCancelled, (tx, event, { cameAt, now }) => {
    const { organizationId, orderId, orderLineIds } = event.data;
    const cancelledAt = statedTime(event.time, cameAt);
    const cancelled = { organizationId, orderId, orderLineIds: orderLineIds ?? null, cancelledAt };
    return cancelStays(tx, cancelled, businessDate(now));
  }),

  ...billingCalendar,

  ...projects(
    [contractEvents.dealClosed, contractEvents.contractChanged, contractEvents.contractStatusChanged],
    payerContracts,
    ({ contract }) => toPayer(contract),
  ),
];
