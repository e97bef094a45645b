/** A CloudEvents 1.0 event in structured JSON; `id` is also the message id, `subject` the id of the aggregate. */
export type CloudEvent<Data = unknown> = {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  dataschema: string;
  traceparent?: string;
  data: Data;
};
