export * from './invoice.ts';
export * from './reserve-split.ts';
