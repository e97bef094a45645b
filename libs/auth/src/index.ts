export * from './api-keys.ts';
export * from './authenticator.ts';
export * from './environment.ts';
export * from './tokens.ts';
