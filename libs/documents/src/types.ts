/** A JSON Schema of the dialect 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

/** A durable consumer: which service handles which event type. */
export type Consumer = { service: string; event: { type: string } };
