import { processEnvironment } from '@staycover/service';
import { z } from 'zod';
import { natsSystem } from '../provisioning/nats-systems.ts';
import {
  cpu,
  described,
  digest,
  flag,
  free,
  type Json,
  labels,
  memory,
  name,
  networkPeers,
  optional,
  placement,
  pullPolicy,
  pullSecrets,
  strict,
  whole,
} from './schema-parts.ts';
import { variables } from './variables.ts';

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

const serviceSchema = (service: string): Json => {
  const parts = {
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
      crmMapping: fromConfigMap('A ConfigMap with crm-mapping.json, in place of the mapping in the image.'),
    }),
  };
  // Values of a release before it was there, which --reuse-values keeps, are without it.
  const templates = fromConfigMap(
    'A ConfigMap with templates of mails, such as renewal-notice.txt, before those of the image.',
  );
  return strict({ ...parts, ...(service === 'insight' && { mailTemplates: templates }) }, Object.keys(parts));
};

const fromConfigMap = (description: string): Json => strict({ configMap: described(name, description) });

const services = Object.keys(variables).filter((component) => component !== 'provision');

const observability = strict({
  serviceMonitor: flag('A ServiceMonitor for the Prometheus Operator.'),
  rules: flag('The alarms, as a PrometheusRule.'),
  monitorLabels: labels('Labels of both, where a Prometheus chooses by them, e.g. release: prometheus.'),
  dashboards: flag('The dashboards, for the sidecar of Grafana.'),
  collector: strict({
    enabled: flag('A collector that keeps failed, slow and some other traces.'),
    image: optional('\\S+@sha256:[0-9a-f]{64}', 'Its image, by digest.'),
    exporterEndpoint: optional('[-a-z0-9.]+:\\d+', 'Where it sends traces, OTLP over gRPC, e.g. jaeger:4317.'),
  }),
});

const port = whole(1, 65_535, 'A port.');

const networkPolicy = strict({
  enabled: flag('Only the gateway is reached, and pods reach what they need.'),
  gatewayFrom: networkPeers('Who reaches the gateway; everybody where there is none.'),
  prometheusFrom: networkPeers('Who reads metrics; without it, no one.'),
  postgresTo: networkPeers('Where PostgreSQL is; anywhere where there is none.'),
  postgresPort: {
    anyOf: [port, { type: 'array', items: port, minItems: 1 }],
    description: 'Its port, or several: of a pooler, and of databases on other servers.',
  },
  natsTo: networkPeers('Where NATS is; anywhere where there is none.'),
  httpsTo: networkPeers('Where HTTPS may go; anywhere where there is none.'),
  smtpTo: networkPeers('Where mails may go, with SMTP_URL; anywhere where there is none.'),
  smtpPort: whole(1, 65_535, 'Its port.'),
});

const provision = strict({
  enabled: flag('Whether a Job provisions before each install and upgrade.'),
  cpu,
  memoryMiB: memory,
  deadlineSeconds: whole(60, 86_400, 'Seconds that it may take.'),
  settings: settings('provision', Object.keys(variables['provision']!.settings)),
  ...secretParts('provision', ['NATS_PASSWORD']),
});

const { $schema: _, ...systemSchema } = z.toJSONSchema(natsSystem, { io: 'input', target: 'draft-7' });
const natsSystems: Json = {
  type: 'array',
  items: systemSchema,
  description: 'Other systems with a login to NATS, as in deploy/nats/systems.json.',
};

const platform = (): Json => ({
  image: strict({
    repository: { type: 'string', minLength: 1, description: 'The image of the platform.' },
    tag: optional('\\w[\\w.-]{0,127}', 'Its tag; by default the appVersion.'),
    digest,
    pullPolicy,
  }),
  imagePullSecrets: pullSecrets,
  settings: settings('policy', common),
  drainSeconds: {
    type: 'number',
    minimum: 0,
    maximum: 10,
    description: 'Seconds of serving on after a pod turned unready.',
  },
  nats: strict({
    url: { type: 'string', pattern: '^(nats|tls)://', description: 'NATS; several addresses separated by commas.' },
    domain: { type: 'string', pattern: '^[A-Za-z0-9_-]*$', description: 'JetStream domain of the streams.' },
    systems: natsSystems,
  }),
  apiKeys: strict({ secret: described(name, 'The secret with api-keys.json; without it there are no API keys.') }),
  authorities: strict({
    configMap: described(name, 'A ConfigMap with ca.crt: authorities that are trusted beside the public ones.'),
  }),
  services: strict(Object.fromEntries(services.map((service) => [service, serviceSchema(service)]))),
});

const cluster = (): Json => ({
  provision,
  externalSecrets: strict({
    enabled: flag('Whether the External Secrets Operator makes the secrets.'),
    storeKind: { type: 'string', enum: ['ClusterSecretStore', 'SecretStore'] },
    store: described(name, 'The store.'),
    path: { type: 'string', minLength: 1, description: 'Where it keeps them: <path>/<service>.' },
    refreshInterval: { type: 'string', pattern: '^\\d+(s|m|h)$' },
  }),
  ingress: strict({
    enabled: flag('An Ingress before the gateway.'),
    className: name,
    host: optional('[a-z0-9*]([-a-z0-9.]*[a-z0-9])?', 'The name in PUBLIC_URL.'),
    tlsSecret: described(name, 'The secret with the certificate.'),
    annotations: labels('Annotations of the Ingress.'),
  }),
  ...placement,
  keda: strict({
    enabled: flag('Scaling by the events that wait, with KEDA.'),
    prometheus: optional('https?://\\S+', 'The address of Prometheus.'),
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
