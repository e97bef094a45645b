import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';

/** Whether JetStream answered that there is no such stream. */
export const isMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;

const isMissingConsumer = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound;

/** Nothing for a stream or a consumer that is missing. What could not be asked may be there: that is thrown again. */
export const unlessMissing = (error: unknown): undefined => {
  if (isMissing(error) || isMissingConsumer(error)) return undefined;
  throw error;
};
