/** Durations from a millisecond to the longest timeout, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Definition = {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels?: readonly string[];
  buckets?: readonly number[];
};

/** Every metric of ours, in Prometheus' terms. Each also has the label `service`. */
export const metricDefinitions = {
  httpDuration: {
    name: 'http_server_request_duration_seconds',
    type: 'histogram',
    help: 'Answered HTTP requests by route and status.',
    labels: ['method', 'route', 'status'],
    buckets: SECONDS,
  },
  httpActive: { name: 'http_server_active_requests', type: 'gauge', help: 'HTTP requests that wait for their answer.' },
  eventDuration: {
    name: 'messaging_process_duration_seconds',
    type: 'histogram',
    help: 'Deliveries of events: processed, duplicate, rejected (dead letter), failed or early (comes again), unavailable (waits), over-budget (given up).',
    labels: ['consumer', 'outcome'],
    buckets: SECONDS,
  },
  eventsPublished: {
    name: 'messaging_published_events_total',
    type: 'counter',
    help: 'Events that JetStream acknowledged to the relay.',
    labels: ['event'],
  },
  publishFailures: {
    name: 'messaging_publish_failures_total',
    type: 'counter',
    help: 'Events that JetStream did not acknowledge; they stay in the outbox and go out again.',
    labels: ['event'],
  },
  rpcDuration: {
    name: 'rpc_server_duration_seconds',
    type: 'histogram',
    help: 'Answered requests of other services: ok, refused (a rule), failed.',
    labels: ['operation', 'outcome'],
    buckets: SECONDS,
  },
  rpcCalls: {
    name: 'rpc_client_duration_seconds',
    type: 'histogram',
    help: 'Requests to other services: ok, refused (a rule of theirs), unavailable (no answer).',
    labels: ['operation', 'outcome'],
    buckets: SECONDS,
  },
  streamFill: {
    name: 'messaging_stream_fill_ratio',
    type: 'gauge',
    help: 'How much of what it may hold a stream holds: 1 is full.',
    labels: ['stream'],
  },
  consumerPending: {
    name: 'messaging_consumer_pending',
    type: 'gauge',
    help: 'Consumer lag: events of the stream that were never delivered.',
    labels: ['consumer'],
  },
  consumerAckPending: {
    name: 'messaging_consumer_ack_pending',
    type: 'gauge',
    help: 'Events delivered and not acknowledged yet.',
    labels: ['consumer'],
  },
  consumerRedelivered: {
    name: 'messaging_consumer_redelivered',
    type: 'gauge',
    help: 'Events under way that were delivered before.',
    labels: ['consumer'],
  },
  consumerFresh: {
    name: 'messaging_consumer_fresh',
    type: 'gauge',
    help: '1 while the server delivers to this consumer, 0 when heartbeats are missing.',
    labels: ['consumer'],
  },
  outboxDepth: {
    name: 'outbox_unpublished_events',
    type: 'gauge',
    help: 'Committed events that are not published yet.',
  },
  outboxAge: {
    name: 'outbox_oldest_age_seconds',
    type: 'gauge',
    help: 'Age of the oldest event that is not published yet.',
  },
  relayActive: {
    name: 'outbox_relay_active',
    type: 'gauge',
    help: '1 on the replica with the publishing relay, 0 on standby.',
  },
  deadLetters: {
    name: 'dead_letters',
    type: 'gauge',
    help: 'Events given up and not resolved yet.',
    labels: ['consumer'],
  },
  scheduleFailures: {
    name: 'schedule_failures',
    type: 'gauge',
    help: 'Runs of a schedule that have failed in a row.',
    labels: ['schedule'],
  },
  poolConnections: {
    name: 'db_pool_connections',
    type: 'gauge',
    help: 'Database connections of the pool: used, idle, max.',
    labels: ['state'],
  },
  poolWaiting: { name: 'db_pool_waiting', type: 'gauge', help: 'Work that waits for a database connection.' },
  natsConnected: { name: 'nats_connected', type: 'gauge', help: '1 while connected to NATS.' },
  breakerOpen: {
    name: 'circuit_breaker_open',
    type: 'gauge',
    help: '1 while calls to a supplier are not made because they failed.',
    labels: ['supplier'],
  },
  streamsOpen: { name: 'streams_open', type: 'gauge', help: 'Live streams of events that the gateway passes on.' },
  streamLag: {
    name: 'stream_lag_seconds',
    type: 'histogram',
    help: 'From when an event was there for live streams until one of them had taken it.',
    buckets: SECONDS,
  },
  sampleFailures: {
    name: 'metrics_sample_failures_total',
    type: 'counter',
    help: 'Times that values could not be read, e.g. because the database was away.',
  },
  deals: {
    name: 'business_deals',
    type: 'gauge',
    help: 'Deals received, by what became of them.',
    labels: ['outcome'],
  },
  mails: { name: 'mails', type: 'gauge', help: 'Mails to organizations by status.', labels: ['status'] },
  mailAttempts: {
    name: 'mail_attempts_total',
    type: 'counter',
    help: 'Attempts to send a mail, by how they ended.',
    labels: ['outcome'],
  },
  contracts: { name: 'business_contracts', type: 'gauge', help: 'Contracts by status.', labels: ['status'] },
  policies: { name: 'business_policies', type: 'gauge', help: 'Policies by status.', labels: ['status'] },
  invoices: { name: 'business_invoices', type: 'gauge', help: 'Invoices by status.', labels: ['status', 'currency'] },
  premium: {
    name: 'business_premium_minor_units',
    type: 'gauge',
    help: 'Totals of the invoices by status, in minor units of the currency.',
    labels: ['status', 'currency'],
  },
  splits: {
    name: 'business_reserve_minor_units',
    type: 'gauge',
    help: 'Balances of the reserve accounts, in minor units of the currency.',
    labels: ['account', 'currency'],
  },
  renewals: { name: 'business_renewals', type: 'gauge', help: 'Renewals by status.', labels: ['status'] },
  claims: { name: 'business_claims', type: 'gauge', help: 'Claims by status.', labels: ['status'] },
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof metricDefinitions;

/** Attributes of spans and log lines that OpenTelemetry has no standard name for. */
export const attributes = {
  consumer: 'messaging.consumer.name',
  event: 'messaging.message.id',
  organization: 'staycover.organization_id',
  outcome: 'staycover.outcome',
} as const;
