import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { readConfig as billing } from '@staycover/billing-service';
import { readConfig as claims } from '@staycover/claims-service';
import { readConfig as contract } from '@staycover/contract-service';
import { readConfig as gateway } from '@staycover/gateway-service';
import { readConfig as insight } from '@staycover/insight-service';
import { readConfig as policy } from '@staycover/policy-service';
import { readConfig as renewal } from '@staycover/renewal-service';
import { parse } from 'yaml';
import { environments } from '../docs/environments.ts';
import { provisionEnvironment } from '../provisioning/environment.ts';
import { CHART, EXAMPLES, findHelm, refusal, renderExample } from './helm.ts';
import { kubernetesFaults, type Manifest, manifestsIn } from './kubernetes.ts';
import { createValuesCheck, type Tree, withValue } from './values.ts';
import { variables } from './variables.ts';

jest.setTimeout(300_000);

const note = (line: string): void => console.warn(line);
const helm = await findHelm(note);
if (!helm) note('The chart is not rendered here: the recorded manifests are what is looked at.');

const read = (path: string): string => readFileSync(join(CHART, path), 'utf8');
const recorded = Object.fromEntries(
  EXAMPLES.map((example) => [example, manifestsIn(read(`rendered/${example}.yaml`))]),
) as Record<(typeof EXAMPLES)[number], Manifest[]>;
const of = (example: (typeof EXAMPLES)[number], kind: string) =>
  recorded[example].filter((manifest) => manifest.kind === kind);

type Pod = {
  securityContext: object;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  containers: {
    name: string;
    env: { name: string; value?: string }[];
    securityContext: object;
    resources: { limits: { memory: string } };
  }[];
};
const listPods = (example: (typeof EXAMPLES)[number]): Pod[] => {
  const commands = of(example, 'CronJob').map(({ spec }) => (spec as { jobTemplate: Manifest }).jobTemplate);
  return [...of(example, 'Deployment'), ...of(example, 'Job'), ...commands].map(
    ({ spec }) => (spec as { template: { spec: Pod } }).template.spec,
  );
};

describe('the recorded manifests', () => {
  (helm ? test.each(EXAMPLES) : test.skip.each(EXAMPLES))('of %s are what the chart renders', async (example) => {
    expect(await renderExample(helm!, example)).toBe(read(`rendered/${example}.yaml`));
  });

  test.each(EXAMPLES)('of %s are valid objects of Kubernetes', (example) => {
    expect(kubernetesFaults(recorded[example])).toEqual([]);
  });

  test.each(EXAMPLES)('of %s have a Deployment, a Service and a disruption budget for each process', (example) => {
    const processes = Object.keys(environments).toSorted();
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget']) {
      const found = of(example, kind).filter(({ metadata }) => !metadata.name.endsWith('-pods'));
      const components = found.map(({ metadata }) => metadata.labels!['app.kubernetes.io/component']);
      expect({ kind, components: components.filter((name) => name !== 'collector').toSorted() }).toEqual({
        kind,
        components: processes,
      });
    }
  });

  test.each(EXAMPLES)('of %s let gateways choose among the pods of each service', (example) => {
    const pods = of(example, 'Service').filter(({ metadata }) => metadata.name.endsWith('-pods'));
    const [pod] = listPods(example).filter(({ containers }) => containers[0]!.name === 'gateway');
    const asked = pod!.containers[0]!.env.flatMap(({ name, value }) =>
      /^(POLICY|CONTRACT|BILLING|RENEWAL|CLAIMS|INSIGHT)_URL$/.test(name) ? [value!] : [],
    );
    expect(pods.map(({ metadata }) => `http://${metadata.name}:8080`).toSorted()).toEqual(asked.toSorted());
    expect(pods).toHaveLength(6);
    for (const { spec } of pods) expect(spec).toMatchObject({ clusterIP: 'None' });
  });

  test.each(EXAMPLES)(
    'of %s run without privileges, on a read-only root, with a heap below their memory',
    (example) => {
      for (const pod of listPods(example)) {
        expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
        for (const container of pod.containers) {
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          if (container.name === 'collector') continue;
          const options = container.env.find(({ name }) => name === 'NODE_OPTIONS')!.value!;
          expect(Number(/--max-old-space-size=(\d+)/.exec(options)![1])).toBe(
            Number.parseInt(container.resources.limits.memory, 10) * 0.75,
          );
        }
      }
    },
  );

  test.each(EXAMPLES)('of %s have a CronJob that never runs by itself, for the commands of operators', (example) => {
    const [job] = of(example, 'CronJob');
    expect(job!.spec).toMatchObject({
      suspend: true,
      jobTemplate: {
        spec: { template: { spec: { containers: [{ command: ['node', 'tools/src/ops.ts'], args: ['doctor'] }] } } },
      },
    });
  });

  test.each(EXAMPLES)('of %s name no secret but by reference', (example) => {
    const secrets = Object.values(variables).flatMap(({ secrets: names }) => names);
    const literal = listPods(example)
      .flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env))
      .filter(({ name, value }) => secrets.includes(name) && value !== undefined);
    expect(literal).toEqual([]);
    expect(of(example, 'Secret')).toEqual([]);
  });

  test('let only the gateway be reached by others', () => {
    const policies = of('everything', 'NetworkPolicy').map(({ metadata, spec }) => ({
      component: metadata.labels!['app.kubernetes.io/component'],
      ingress: (
        spec as { ingress: { from?: { podSelector?: { matchLabels: object } }[]; ports: { port: string }[] }[] }
      ).ingress,
    }));
    for (const { component, ingress } of policies) {
      const http = ingress.find(({ ports }) => ports[0]!.port === 'http');
      const from = JSON.stringify(http?.from ?? null);
      if (component === 'provision') expect(ingress).toEqual([]);
      else if (component === 'gateway') expect(from).toContain('"ingress"');
      else if (component === 'collector') expect(ingress.map(({ ports }) => ports[0]!.port)).toEqual(['otlp']);
      else expect(from).toContain('"app.kubernetes.io/component":"gateway"');
    }
    expect(policies).toHaveLength(9);
  });

  test("let traces go to a cluster's own collector, at the port of its address", () => {
    for (const { metadata, spec } of of('production', 'NetworkPolicy')) {
      const { egress } = spec as { egress: { ports: { port: number }[] }[] };
      const ports = egress.flatMap((rule) => rule.ports.map(({ port }) => port));
      const isProvision = metadata.labels!['app.kubernetes.io/component'] === 'provision';
      expect(ports.includes(4318)).toBe(!isProvision);
    }
  });
});

/** What a component's process finds in its environment, with every option of the chart. */
const inPods = (component: string): string[] => {
  const pods = listPods('everything').flatMap(({ containers }) => containers);
  return pods.find(({ name }) => name === component)!.env.map(({ name }) => name);
};

const readers: Record<string, (environment: unknown) => unknown> = {
  gateway,
  contract,
  policy,
  billing,
  renewal,
  claims,
  insight,
};

/** What a production may have in its secrets. */
const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://service:a-long-random-one@postgres/staycover',
  NATS_PASSWORD: 'a-long-random-one',
  CRM_WEBHOOK_SECRETS: 'whsec_c3RheWNvdmVyLXdlYmhvb2stc2VjcmV0LW9mLWEtc3BlYw==',
  CLAIM_TOKEN_KEY: 'a-long-random-key-of-more-than-32-characters',
  WEBHOOK_SECRET_KEY: 'a-long-random-key-of-more-than-32-characters',
};

describe('environment variables', () => {
  const components = { ...environments, provision: provisionEnvironment };

  test.each(Object.entries(components))('that %s reads are in the chart, each in one way', (component, { shape }) => {
    const { settings, secrets, made, refused } = variables[component]!;
    const all = [...Object.keys(settings), ...secrets, ...made, ...refused];
    expect(all.toSorted()).toEqual(Object.keys(shape).toSorted());
    const absent = ['METRICS_PORT', 'CRM_MAPPING_FILE'].filter((name) => !(name in shape));
    expect(inPods(component)).toEqual(expect.arrayContaining(made.filter((name) => !absent.includes(name))));
  });

  test.each(Object.entries(components))('that the chart gives %s are read', (component, { shape }) => {
    const others = ['NODE_OPTIONS', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'NATS_SYSTEMS_FILE'];
    const unread = inPods(component).filter((name) => !(name in shape) && !others.includes(name));
    expect(unread).toEqual([]);
  });

  test.each(Object.entries(readers))('of a production are what %s starts with', (component, readConfig) => {
    const pods = listPods('production').flatMap(({ containers }) => containers);
    const given = pods
      .find(({ name }) => name === component)!
      .env.map(({ name, value }) => [name, value ?? SECRETS[name]]);
    expect(() => readConfig(Object.fromEntries(given))).not.toThrow();
  });

  test('are read by the code through these schemas alone', () => {
    const outside = readdirSync(join(CHART, '../..', 'services'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^[^/]+\/src\/.*(?<!spec)\.ts$/.test(file) && !/testing|evaluation/.test(file))
      .filter((file) =>
        /process\.env(?!\))/.test(
          readFileSync(join(CHART, '../../services', file), 'utf8').replaceAll(/= process\.env\)/g, ')'),
        ),
      );
    expect(outside).toEqual([]);
  });
});

const findFaults = createValuesCheck(read('values.schema.json'));
const defaults = parse(read('values.yaml'), { merge: true }) as Tree;

/** A wrong value, and the expected error. */
const WRONG: [path: string, value: unknown, why: RegExp][] = [
  ['services.policy.replicas', 0, /\/services\/policy\/replicas must be >= 1/],
  ['services.policy.memoryMiB', '512Mi', /\/services\/policy\/memoryMiB must be integer/],
  [
    'services.policy.settings.POLICY_URL',
    'http://x',
    /\/services\/policy\/settings must NOT have additional.*POLICY_URL/,
  ],
  ['services.policy.settings.DATABASE_POOL', 500, /DATABASE_POOL must be <= 200/],
  ['services.billing.settings.AUTO_INVOICE', true, /AUTO_INVOICE must be string/],
  ['services.billing.settings.STRIPE_API_KEY', 'sk_live', /must NOT have additional.*STRIPE_API_KEY/],
  ['services.claims.secretKeys', ['DATABASE_URL'], /\/services\/claims\/secretKeys must contain/],
  [
    'services.claims.secretKeys',
    ['DATABASE_URL', 'NATS_PASSWORD', 'STRIPE_API_KEY'],
    /secretKeys\/2 must be equal to one of the allowed values/,
  ],
  ['services.policies', {}, /\/services must NOT have additional properties.*policies/],
  ['settings.LOG_LEVEL', 'loud', /\/settings\/LOG_LEVEL must be equal to one of the allowed values/],
  ['settings.LOG_FILE', '/tmp/log', /\/settings must NOT have additional.*LOG_FILE/],
  ['services.billing.settings.LOG_FILE', '/tmp/log', /settings must NOT have additional.*LOG_FILE/],
  ['settings.PUBLIC_URL', 'example', /\/settings\/PUBLIC_URL must match format "uri"/],
  ['drainSeconds', 30, /\/drainSeconds must be <= 10/],
  ['nats.url', 'http://nats', /\/nats\/url must match pattern/],
  ['image.digest', 'latest', /\/image\/digest must match pattern/],
  ['image.tag', 'a b', /\/image\/tag must match pattern/],
  ['provision.settings.NATS_REPLICAS', 7, /NATS_REPLICAS must be <= 5/],
  ['topologySpread.whenUnsatisfiable', 'Maybe', /whenUnsatisfiable must be equal to one of/],
  [
    'nats.systems',
    [{ name: 'acme', organizations: ['acme'], publishes: ['everything'] }],
    /systems\/0\/publishes\/0 must be equal to one/,
  ],
  ['networkPolicy.natsTo', [{ podSelektor: {} }], /natsTo\/0 must NOT have additional.*podSelektor/],
  ['networkPolicy.postgresPort', [5432, 0], /postgresPort\/1 must be >= 1/],
  ['networkPolicy.smtpPort', 0, /smtpPort must be >= 1/],
  ['tolerations', [{ key: 'dedicated', effect: 'Never' }], /tolerations\/0\/effect must be equal to one/],
  ['podLabels.team', 7, /podLabels\/team must be string/],
  ['observability.collector.image', 'collector:latest', /collector\/image must match pattern/],
  ['keda.prometheus', 'prometheus:9090', /keda\/prometheus must match pattern/],
  ['replicaCount', 2, /must NOT have additional properties.*replicaCount/],
];

describe('values', () => {
  test('of the chart are what its schema asks for', () => {
    expect(findFaults(defaults)).toEqual([]);
  });

  test.each(WRONG)('with a wrong %s are refused with the reason: %j', (path, value, why) => {
    expect(findFaults(withValue(defaults, path, value)).join('\n')).toMatch(why);
  });

  (helm ? test : test.skip)('that are wrong are refused by helm, before anything is made', async () => {
    expect(await refusal(helm!, ['--set', 'drainSeconds=30'])).toMatch(/drainSeconds.*maximum.*10/s);
    expect(await refusal(helm!, ['--set', 'services.policy.settings.DATABASE_POL=5'])).toMatch(
      /additional properties 'DATABASE_POL' not allowed/,
    );
    expect(await refusal(helm!, [])).toMatch(/settings: AUTH_MODE jwt needs AUTH_ISSUER/);
    const changed = (set: string) =>
      refusal(helm!, ['--values', join(CHART, 'examples/production.yaml'), '--set', set]);
    expect(await changed('settings.AUTH_MODE=off')).toMatch(/AUTH_MODE off is refused with NODE_ENV production/);
    expect(await changed('settings.AUTH_MODE=off,settings.NODE_ENV=null')).toMatch(/AUTH_MODE off is refused/);
    expect(await changed('settings.SANDBOX=on')).toMatch(/SANDBOX on is refused with NODE_ENV production/);
    expect(await changed('ingress.host=')).toMatch(/ingress needs a host/);
    const forDevelopers = 'settings.NODE_ENV=development,settings.AUTH_MODE=off';
    expect(await refusal(helm!, ['--set', `${forDevelopers},ingress.enabled=true,ingress.host=localhost`])).toMatch(
      /ingress: .* needs TRUSTED_PROXIES/,
    );
    expect(await changed('services.policy.autoscaling.minReplicas=9')).toMatch(
      /services.policy.autoscaling: minReplicas 9 is more than maxReplicas 8/,
    );
  });
});
