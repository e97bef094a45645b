export * from './invoice.ts';
export * from './payment.ts';
export * from './reserve-split.ts';
