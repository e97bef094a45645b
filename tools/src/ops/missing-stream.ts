import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';

/** Whether JetStream answered that there is no such stream. */
export const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
