/** Arguments or settings that a program does not understand. */
export class UsageError extends Error {}
