import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { CHART, findHelm, refusal, renderExample } from './helm.ts';
import { type Manifest, manifestsIn } from './kubernetes.ts';

jest.setTimeout(300_000);

const helm = await findHelm(() => undefined);
const withHelm = helm ? test : test.skip;
const read = (path: string): string => readFileSync(join(CHART, path), 'utf8');

const PRODUCTION = ['--values', join(CHART, 'examples/production.yaml')];

type Container = {
  name: string;
  env?: { name: string; value?: string }[];
  volumeMounts: { name: string; mountPath: string }[];
};
type CronJobSpec = { jobTemplate: Deployment };
type Deployment = Manifest & {
  spec: {
    template: {
      metadata: { annotations: Record<string, string>; labels: Record<string, string> };
      spec: { containers: Container[]; volumes: { name: string; configMap?: object }[] };
    };
  };
};
const find = (manifests: readonly Manifest[], kind: string, component: string) =>
  manifests.find((each) => each.kind === kind && each.metadata.name === `staycover-${component}`)!;
const render = async (...changes: string[]): Promise<Manifest[]> =>
  manifestsIn(await renderExample(helm!, 'everything', changes));

/** The ports that a component reaches. */
const portsOut = (manifests: readonly Manifest[], component: string): number[] =>
  (find(manifests, 'NetworkPolicy', component).spec as { egress: { ports: { port: number }[] }[] }).egress.flatMap(
    (rule) => rule.ports.map(({ port }) => port),
  );

describe('the settings of a service', () => {
  const readSetting = (manifests: readonly Manifest[], component: string, name: string) =>
    (find(manifests, 'Deployment', component) as Deployment).spec.template.spec.containers[0]!.env!.filter(
      (each) => each.name === name,
    ).map(({ value }) => value);

  withHelm('go before those of all, also 0', async () => {
    const manifests = await render('settings.TRACE_RATIO=1', 'services.policy.settings.TRACE_RATIO=0');
    expect(readSetting(manifests, 'policy', 'TRACE_RATIO')).toEqual(['0']);
    expect(readSetting(manifests, 'billing', 'TRACE_RATIO')).toEqual(['1']);
  });

  withHelm('may name a collector of traces for it alone, which it reaches', async () => {
    const own = 'http://traces.billing:4400';
    const manifests = await render(`services.billing.settings.OTEL_EXPORTER_OTLP_ENDPOINT=${own}`);
    expect(readSetting(manifests, 'billing', 'OTEL_EXPORTER_OTLP_ENDPOINT')).toEqual([own]);
    expect(readSetting(manifests, 'policy', 'OTEL_EXPORTER_OTLP_ENDPOINT')).toEqual([
      'http://staycover-collector:4318',
    ]);
    expect(portsOut(manifests, 'billing')).toContain(4400);
    expect(portsOut(manifests, 'policy')).toContain(4318);
  });

  withHelm('may name an issuer and a model within the cluster, which are reached at their ports', async () => {
    const issuer = 'settings.AUTH_JWKS_URL=http://issuer.auth:8080/certs';
    const manifests = await render(issuer, 'services.claims.settings.AI_BASE_URL=http://models.ai/v1');
    const opened = (component: string) => portsOut(manifests, component).filter((port) => [80, 8080].includes(port));
    expect(['gateway', 'billing', 'claims', 'provision'].map(opened)).toEqual([[8080], [8080], [8080, 80], []]);
  });
});

/** The pods of the example with everything. */
const listTemplates = () => {
  const manifests = manifestsIn(read('rendered/everything.yaml')) as Deployment[];
  const owners = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ spec }) => spec);
  const [cronJob] = manifests
    .filter(({ kind }) => kind === 'CronJob')
    .map(({ spec }) => spec as unknown as CronJobSpec);
  return [...owners, cronJob!.jobTemplate.spec].map(({ template }) => template);
};

test('every pod is pulled, placed and labelled as the values say', () => {
  const templates = listTemplates();
  expect(templates).toHaveLength(10);
  for (const template of templates)
    expect(template).toMatchObject({
      metadata: { labels: { team: 'insurance' }, annotations: { 'example.com/reviewed': 'yes' } },
      spec: {
        imagePullSecrets: [{ name: 'registry' }],
        nodeSelector: { 'kubernetes.io/arch': 'amd64' },
        tolerations: [expect.objectContaining({ key: 'dedicated' })],
      },
    });
});

test('each process trusts the authorities that the values name', () => {
  const processes = listTemplates().filter(({ spec }) => spec.containers[0]!.name !== 'collector');
  expect(processes).toHaveLength(9);
  for (const { spec } of processes) {
    const [{ env, volumeMounts }] = spec.containers as [Container];
    expect(env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/staycover/authorities/ca.crt' });
    expect(volumeMounts).toContainEqual(expect.objectContaining({ mountPath: '/etc/staycover/authorities' }));
    const configMap = { name: 'authorities', items: [{ key: 'ca.crt', path: 'ca.crt' }] };
    expect(spec.volumes).toContainEqual({ name: 'authorities', configMap });
  }
});

test('insight finds the templates of mails in the folder that a ConfigMap fills', () => {
  const insight = find(manifestsIn(read('rendered/everything.yaml')), 'Deployment', 'insight') as Deployment;
  const { containers, volumes } = insight.spec.template.spec;
  const [{ env, volumeMounts }] = containers as [Container];
  const folder = '/etc/staycover/mails';
  expect(env).toContainEqual({ name: 'MAIL_TEMPLATES', value: folder });
  expect(volumeMounts).toContainEqual({ name: 'mail-templates', mountPath: folder, readOnly: true });
  expect(volumes).toContainEqual({ name: 'mail-templates', configMap: { name: 'mail-templates' } });
});

withHelm('values that a release kept from before there were templates of mails are taken', async () => {
  expect(await refusal(helm!, [...PRODUCTION, '--set', 'services.insight.mailTemplates=null'])).toBeUndefined();
});

test('processes reach PostgreSQL and a pooler at different ports', () => {
  const manifests = manifestsIn(read('rendered/everything.yaml'));
  for (const component of ['gateway', 'billing', 'provision']) {
    const { egress } = find(manifests, 'NetworkPolicy', component).spec as { egress: { ports: object[] }[] };
    expect(egress).toContainEqual(expect.objectContaining({ ports: [{ port: 5432 }, { port: 6432 }] }));
  }
});

withHelm.each([
  ['tls://nats.messaging:4443', 4443],
  ['tls://nats.messaging:4443/', 4443],
  ['nats://nats.messaging/', 4222],
])('processes reach NATS at the port of %s', async (url, port) => {
  const manifests = await render(`nats.url=${url}`);
  for (const component of ['billing', 'provision']) expect(portsOut(manifests, component)).toContain(port);
});

withHelm('the collector starts again where its configuration changes', async () => {
  const annotationsWith = async (endpoint: string) => {
    const manifests = await render(`observability.collector.exporterEndpoint=${endpoint}`);
    return (find(manifests, 'Deployment', 'collector') as Deployment).spec.template.metadata.annotations;
  };
  expect(await annotationsWith('jaeger:4317')).not.toEqual(await annotationsWith('tempo:4317'));
});

test('Prometheus keeps the label of the metrics that alerts, dashboards and scaling go by', () => {
  const manifests = manifestsIn(read('rendered/everything.yaml'));
  const monitor = manifests.find(({ kind }) => kind === 'ServiceMonitor')!;
  expect(monitor.spec).toMatchObject({ endpoints: [{ port: 'metrics', honorLabels: true }] });
  const query = 'messaging_consumer_pending{service="billing",namespace="staycover"}';
  expect(JSON.stringify(find(manifests, 'ScaledObject', 'billing'))).toContain(JSON.stringify(query).slice(1, -1));
});

withHelm('monitor and alarms have the labels that a Prometheus chooses them by', async () => {
  const manifests = await render('observability.monitorLabels.release=prometheus');
  const monitored = manifests.filter(({ kind }) => ['ServiceMonitor', 'PrometheusRule'].includes(kind));
  expect(monitored).toHaveLength(2);
  for (const { metadata } of monitored) {
    expect(metadata.labels).toMatchObject({ release: 'prometheus', 'app.kubernetes.io/component': 'monitor' });
  }
});

test('pods of a new release are spread among themselves', () => {
  for (const { metadata, spec } of listTemplates()) {
    const { topologySpreadConstraints: constraints = [] } = spec as { topologySpreadConstraints?: object[] };
    const isService = !['provision', 'collector'].includes(metadata.labels['app.kubernetes.io/component']!);
    expect(constraints).toHaveLength(isService ? 2 : 0);
    for (const each of constraints) expect(each).toMatchObject({ matchLabelKeys: ['pod-template-hash'] });
  }
});

test('PostgreSQL of the prerequisites has a connection for the pooler, and for each pod past it', () => {
  const [cluster, , pooler] = parseAllDocuments(read('prerequisites/postgres.yaml')).map((each) => each.toJS());
  const { services } = parse(read('values.yaml'), { merge: true }) as {
    services: Record<string, { autoscaling: { maxReplicas: number } }>;
  };
  const roles = Object.keys(services).length;
  const pooled = roles * Number(pooler.spec.pgbouncer.parameters.default_pool_size) * pooler.spec.instances;
  const direct = Object.entries(services).map(([name, { autoscaling }]) => {
    const sessions = { gateway: 0, insight: 4 }[name] ?? 1;
    return sessions * autoscaling.maxReplicas;
  });
  const most = direct.reduce((sum, each) => sum + each, pooled);
  const forOperators = 10;
  expect(Number(cluster.spec.postgresql.parameters.max_connections)).toBeGreaterThanOrEqual(most + forOperators);
});
