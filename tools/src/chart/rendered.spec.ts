import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { CHART, findHelm, renderExample } from './helm.ts';
import { type Manifest, manifestsIn } from './kubernetes.ts';

jest.setTimeout(300_000);

const helm = await findHelm(() => undefined);
const withHelm = helm ? test : test.skip;
const read = (path: string): string => readFileSync(join(CHART, path), 'utf8');

type CronJobSpec = { jobTemplate: Deployment };
type Deployment = Manifest & {
  spec: {
    template: {
      metadata: { annotations: Record<string, string> };
      spec: { containers: { env: { name: string; value?: string }[] }[] };
    };
  };
};
const find = (manifests: readonly Manifest[], kind: string, component: string) =>
  manifests.find((each) => each.kind === kind && each.metadata.name === `staycover-${component}`)!;
const render = async (...changes: string[]): Promise<Manifest[]> =>
  manifestsIn(await renderExample(helm!, 'everything', changes));

describe('the settings of a service', () => {
  const readSetting = (manifests: readonly Manifest[], component: string, name: string) =>
    (find(manifests, 'Deployment', component) as Deployment).spec.template.spec.containers[0]!.env.filter(
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
    const ports = (component: string) =>
      (find(manifests, 'NetworkPolicy', component).spec as { egress: { ports: { port: number }[] }[] }).egress.flatMap(
        (rule) => rule.ports.map(({ port }) => port),
      );
    expect(ports('billing')).toContain(4400);
    expect(ports('policy')).toContain(4318);
  });
});

test('every pod is pulled, placed and labelled as the values say', () => {
  const manifests = manifestsIn(read('rendered/everything.yaml')) as Deployment[];
  const owners = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ spec }) => spec);
  const [cronJob] = manifests
    .filter(({ kind }) => kind === 'CronJob')
    .map(({ spec }) => spec as unknown as CronJobSpec);
  expect(owners).toHaveLength(9);
  for (const { template } of [...owners, cronJob!.jobTemplate.spec])
    expect(template).toMatchObject({
      metadata: { labels: { team: 'insurance' }, annotations: { 'example.com/reviewed': 'yes' } },
      spec: {
        imagePullSecrets: [{ name: 'registry' }],
        nodeSelector: { 'kubernetes.io/arch': 'amd64' },
        tolerations: [expect.objectContaining({ key: 'dedicated' })],
      },
    });
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
  const query = 'messaging_consumer_pending{service="billing"}';
  expect(JSON.stringify(find(manifests, 'ScaledObject', 'billing'))).toContain(JSON.stringify(query).slice(1, -1));
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
