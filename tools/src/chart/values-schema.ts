import { processEnvironment } from '@staycover/service';
import { z } from 'zod';
import { variables } from './variables.ts';

type Json = Record<string, unknown>;

/** Kinds that a variable is written as; every other one is a text that the process parses. */
const PLAIN = ['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'pattern', 'format'];

const plain = (schema: Json): Json | undefined => {
  if (Array.isArray(schema['anyOf'])) {
    const options = (schema['anyOf'] as Json[]).map(plain);
    return options.every((each) => each !== undefined) ? { anyOf: options } : undefined;
  }
  if (!['string', 'number', 'integer', 'boolean'].includes(String(schema['type']))) return undefined;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => PLAIN.includes(key)));
};

/** How a setting may be written in values. */
const settingSchema = (schema: z.ZodType): Json => {
  const output = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', target: 'draft-7' }) as Json;
  return { ...(plain(output) ?? { type: 'string' }), description: schema.description };
};

const strict = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});

const described = (schema: Json, description: string): Json => ({ ...schema, description });
const text = (description: string): Json => ({ type: 'string', description });
const flag = (description: string): Json => ({ type: 'boolean', description });
const whole = (minimum: number, maximum: number, description: string): Json => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});
const free = (description: string): Json => ({ type: 'object', description });
const peers = (description: string): Json => ({ type: 'array', items: { type: 'object' }, description });

const name: Json = { type: 'string', pattern: '^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$' };
const cpu: Json = {
  type: 'string',
  pattern: '^([1-9]\\d*m|[1-9]\\d*)$',
  description: 'CPU that is asked for, e.g. 250m.',
};
const memory = whole(128, 65_536, 'MiB of memory, asked for and allowed; three quarters are for the heap.');

const settings = (component: string, names: readonly string[]): Json =>
  described(
    strict(Object.fromEntries(names.map((each) => [each, settingSchema(variables[component]!.settings[each]!)])), []),
    'Environment variables, by name.',
  );

const secretParts = (component: string, required: readonly string[]): Json => ({
  secret: described(name, 'The secret with the variables of secretKeys.'),
  secretKeys: {
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: variables[component]!.secrets },
    ...(required.length > 0 && { allOf: required.map((each) => ({ contains: { const: each } })) }),
    description: 'Environment variables that are in the secret, under their names.',
  },
});

const common = Object.keys(processEnvironment.shape).filter((each) => each in variables['policy']!.settings);

const serviceSchema = (service: string): Json =>
  strict({
    replicas: whole(1, 100, 'Pods, where autoscaling is off.'),
    cpu,
    memoryMiB: memory,
    autoscaling: strict({
      enabled: flag('Whether a HorizontalPodAutoscaler decides how many pods there are.'),
      minReplicas: whole(1, 100, 'Pods at least.'),
      maxReplicas: whole(1, 100, 'Pods at most.'),
      cpuPercent: whole(10, 95, 'CPU of what is asked for that pods are added at.'),
    }),
    settings: settings(service, Object.keys(variables[service]!.settings)),
    ...secretParts(service, service === 'gateway' ? [] : ['DATABASE_URL', 'NATS_PASSWORD']),
    ...(service === 'contract' && {
      crmMapping: strict({
        configMap: described(name, 'A ConfigMap with crm-mapping.json, in place of the mapping in the image.'),
      }),
    }),
  });

const services = Object.keys(variables).filter((component) => component !== 'provision');

const observability = strict({
  serviceMonitor: flag('A ServiceMonitor for the Prometheus Operator.'),
  rules: flag('The alarms, as a PrometheusRule.'),
  dashboards: flag('The dashboards, for the sidecar of Grafana.'),
  collector: strict({
    enabled: flag('A collector that keeps failed, slow and some other traces.'),
    image: text('Its image, by digest.'),
    exporterEndpoint: text('Where it sends traces, OTLP over gRPC, e.g. jaeger:4317.'),
  }),
});

const networkPolicy = strict({
  enabled: flag('Only the gateway is reached, and pods reach what they need.'),
  gatewayFrom: peers('Who reaches the gateway; everybody where there is none.'),
  prometheusFrom: peers('Who reads metrics; without it, no one.'),
  postgresTo: peers('Where PostgreSQL is; anywhere where there is none.'),
  postgresPort: whole(1, 65_535, 'Its port.'),
  natsTo: peers('Where NATS is; anywhere where there is none.'),
  httpsTo: peers('Where HTTPS may go; anywhere where there is none.'),
});

const provision = strict({
  enabled: flag('Whether a Job provisions before each install and upgrade.'),
  cpu,
  memoryMiB: memory,
  deadlineSeconds: whole(60, 86_400, 'Seconds that it may take.'),
  settings: settings('provision', Object.keys(variables['provision']!.settings)),
  ...secretParts('provision', ['NATS_PASSWORD']),
});

const platform = (): Json => ({
  image: strict({
    repository: { type: 'string', minLength: 1, description: 'The image of the platform.' },
    tag: text('Its tag; by default the appVersion.'),
    digest: {
      type: 'string',
      pattern: '^(sha256:[0-9a-f]{64})?$',
      description: 'Its digest, which goes before the tag.',
    },
    pullPolicy: { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] },
  }),
  imagePullSecrets: peers('Secrets for the registry.'),
  settings: settings('policy', common),
  drainSeconds: {
    type: 'number',
    minimum: 0,
    maximum: 10,
    description: 'Seconds of serving on after a pod turned unready.',
  },
  nats: strict({
    url: { type: 'string', pattern: '^(nats|tls)://', description: 'NATS; several addresses separated by commas.' },
    domain: text('JetStream domain of the streams.'),
    systems: peers('Other systems with a login to NATS, as in deploy/nats/systems.json.'),
  }),
  apiKeys: strict({ secret: described(name, 'The secret with api-keys.json; without it there are no API keys.') }),
  services: strict(Object.fromEntries(services.map((service) => [service, serviceSchema(service)]))),
});

const cluster = (): Json => ({
  provision,
  externalSecrets: strict({
    enabled: flag('Whether the External Secrets Operator makes the secrets.'),
    storeKind: { type: 'string', enum: ['ClusterSecretStore', 'SecretStore'] },
    store: described(name, 'The store.'),
    path: text('Where it keeps them: <path>/<service>.'),
    refreshInterval: { type: 'string', pattern: '^\\d+(s|m|h)$' },
  }),
  ingress: strict({
    enabled: flag('An Ingress before the gateway.'),
    className: name,
    host: text('The name in PUBLIC_URL.'),
    tlsSecret: described(name, 'The secret with the certificate.'),
    annotations: free('Annotations of the Ingress.'),
  }),
  podDisruptionBudget: strict({
    maxUnavailable: { anyOf: [whole(1, 100, 'Pods.'), { type: 'string', pattern: '^\\d+%$' }] },
  }),
  topologySpread: strict({ whenUnsatisfiable: { type: 'string', enum: ['ScheduleAnyway', 'DoNotSchedule'] } }),
  podLabels: free('More labels of pods.'),
  podAnnotations: free('Annotations of pods.'),
  nodeSelector: free('Which nodes pods run on.'),
  tolerations: peers('Taints that pods tolerate.'),
  keda: strict({
    enabled: flag('Scaling by the events that wait, with KEDA.'),
    prometheus: text('The address of Prometheus.'),
    pendingEvents: whole(1, 1_000_000, 'Events that wait, for each pod.'),
  }),
  networkPolicy,
  observability,
  global: free('Values of a chart that has this one as a part.'),
});

/** The JSON schema that Helm holds values against: what the code reads, with its bounds and descriptions. */
export const valuesSchema = (): Json => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Values of the chart',
  description: 'Generated from the code by `npm run docs:write`; a spec fails when it is not up to date.',
  ...strict({ ...platform(), ...cluster() }, ['image', 'services', 'provision', 'nats']),
});
