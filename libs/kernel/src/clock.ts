import { toMicrosecond } from './dates.ts';

/** Where the time comes from; handed to every use case, so that tests and the sandbox can move it. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => toMicrosecond(Temporal.Now.instant());
