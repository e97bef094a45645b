import type { JsMsg } from '@nats-io/jetstream';

let done: JsMsg[] = [];

/** Acknowledges an event; those that are done within one turn of the event loop travel in one write. */
export const acknowledge = (message: JsMsg): void => {
  if (done.push(message) === 1) setImmediate(acknowledgeAll);
};

const acknowledgeAll = (): void => {
  const messages = done;
  done = [];
  for (const message of messages) message.ack();
};
