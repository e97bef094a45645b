import { expect } from '@jest/globals';

/** An error with a problem's slug, and the earliest day that it names. */
export const refusal = (code: string, earliest?: string): Error =>
  expect.objectContaining({ code, ...(earliest ? { extra: { earliest } } : {}) }) as never;

/** An error that names one faulty member. */
export const fault = (pointer: string): Error =>
  expect.objectContaining({
    code: 'invalid-request',
    extra: { errors: [expect.objectContaining({ pointer })] },
  }) as never;
