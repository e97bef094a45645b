import { defineEntity, p } from '@mikro-orm/core';
import { aggregateColumns, dateColumn, instantColumn, jsonColumn, moneyColumn } from '@staycover/db';
import type { NotBilled } from '../domain/generate-invoice.ts';
import type { InvoiceStatus } from '../domain/invoice.ts';
import type { Dispute, PaymentMethod, PaymentStatus, RefundReason, RefundStatus } from '../domain/receivables/item.ts';

export const InvoiceEntity = defineEntity({
  name: 'Invoice',
  tableName: 'invoice',
  properties: {
    ...aggregateColumns(),
    organizationPolicyId: p.uuid(),
    invoiceReference: p.text(),
    stateCode: p.text().strictNullable(),
    periodStart: dateColumn(),
    periodEnd: dateColumn(),
    subtotal: moneyColumn(),
    tax: moneyColumn(),
    total: moneyColumn(),
    subtotalsByCategory: jsonColumn<Record<string, string>>(),
    currency: p.text(),
    status: p.text().$type<InvoiceStatus>(),
    dueDate: dateColumn().strictNullable(),
    paidDate: dateColumn().strictNullable(),
    paymentProviderIntentId: p.text().strictNullable(),
    paymentProviderInvoiceId: p.text().strictNullable(),
    sentAt: instantColumn().strictNullable(),
    retryAttempt: p.integer(),
    lastRetryAt: instantColumn().strictNullable(),
    nextRetryAt: instantColumn().strictNullable(),
    lastFailureReason: p.text().strictNullable(),
    providerOutages: p.integer(),
    suspendedAt: instantColumn().strictNullable(),
    reserveSplitsPublishedAt: instantColumn().strictNullable(),
    generatedHash: p.text(),
    orderCount: p.integer(),
    refunded: moneyColumn(),
    notBilled: jsonColumn<NotBilled[]>(),
    waitingFrom: p.text().strictNullable(),
    amountPaid: moneyColumn(),
    amountCredited: moneyColumn(),
    amountWrittenOff: moneyColumn(),
    amountRefunded: moneyColumn(),
    amountDisputed: moneyColumn(),
    splitsPublished: moneyColumn(),
  },
});

export const PaymentEntity = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    ...aggregateColumns(),
    paymentReference: p.text(),
    currency: p.text(),
    amount: moneyColumn(),
    unallocated: moneyColumn(),
    method: p.text().$type<PaymentMethod>(),
    status: p.text().$type<PaymentStatus>(),
    receivedOn: dateColumn(),
    reference: p.text().strictNullable(),
    paymentProviderIntentId: p.text().strictNullable(),
    invoiceIds: jsonColumn<readonly string[]>(),
    reversalReason: p.text().strictNullable(),
    disputes: jsonColumn<readonly Dispute[]>(),
    disputed: moneyColumn(),
    lost: moneyColumn(),
  },
});

export const RefundEntity = defineEntity({
  name: 'PaymentRefund',
  tableName: 'payment_refund',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid(),
    organizationId: p.text(),
    currency: p.text(),
    amount: moneyColumn(),
    reason: p.text().$type<RefundReason>(),
    note: p.text().strictNullable(),
    status: p.text().$type<RefundStatus>(),
    providerRefundId: p.text().strictNullable(),
    openOn: jsonColumn<Readonly<Record<string, string>>>(),
    createdDate: instantColumn(),
    createdBy: p.text(),
  },
});

export const entities = [InvoiceEntity, PaymentEntity, RefundEntity];
