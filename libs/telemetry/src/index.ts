export * from './exporter.ts';
export * from './logger.ts';
export * from './metrics.ts';
export * from './names.ts';
export * from './traces.ts';
