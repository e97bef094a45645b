import { defineEntity, p } from '@mikro-orm/core';
import { aggregateColumns, dateColumn, instantColumn, jsonColumn, moneyColumn } from '@staycover/db';
import type { NotBilled } from '../domain/generate-invoice.ts';
import type { InvoiceStatus } from '../domain/invoice.ts';

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
  },
});

export const entities = [InvoiceEntity];
