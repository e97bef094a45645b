export type Json = Record<string, unknown>;

export const strict = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});

export const described = (schema: Json, description: string): Json => ({ ...schema, description });
export const text = (description: string): Json => ({ type: 'string', description });
export const flag = (description: string): Json => ({ type: 'boolean', description });
export const whole = (minimum: number, maximum: number, description: string): Json => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});
export const free = (description: string): Json => ({ type: 'object', description });

export const name: Json = { type: 'string', pattern: '^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$' };
export const cpu: Json = {
  type: 'string',
  pattern: '^([1-9]\\d*m|[1-9]\\d*)$',
  description: 'CPU that is asked for, e.g. 250m.',
};
export const memory = whole(128, 65_536, 'MiB of memory, asked for and allowed; three quarters are for the heap.');

export const labels = (description: string): Json => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  description,
});

/** A text that may be empty, else of a form. */
export const optional = (pattern: string, description: string): Json => ({
  type: 'string',
  pattern: `^(${pattern})?$`,
  description,
});

export const digest = optional('sha256:[0-9a-f]{64}', 'Its digest, which goes before the tag.');
export const pullPolicy: Json = { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] };

const list = (items: Json, description: string): Json => ({ type: 'array', items, description });

export const pullSecrets = list(strict({ name }), 'Secrets for the registry.');

const selector = strict(
  {
    matchLabels: labels('Labels that they have.'),
    matchExpressions: list({ type: 'object' }, 'What is asked of their labels.'),
  },
  [],
);

/** Peers of a network policy, as networking.k8s.io/v1 has them. */
export const networkPeers = (description: string): Json =>
  list(
    {
      ...strict(
        {
          namespaceSelector: selector,
          podSelector: selector,
          ipBlock: strict(
            {
              cidr: {
                type: 'string',
                pattern: '^[0-9a-fA-F.:]+/\\d{1,3}$',
                description: 'Addresses, e.g. 10.0.0.0/8.',
              },
              except: list({ type: 'string' }, 'Addresses in them that are not meant.'),
            },
            ['cidr'],
          ),
        },
        [],
      ),
      minProperties: 1,
    },
    description,
  );

const toleration = strict(
  {
    key: { type: 'string' },
    operator: { type: 'string', enum: ['Equal', 'Exists'] },
    value: { type: 'string' },
    effect: { type: 'string', enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] },
    tolerationSeconds: { type: 'integer' },
  },
  [],
);

/** Where pods run, and what may take them away. */
export const placement: Json = {
  podDisruptionBudget: strict({
    maxUnavailable: { anyOf: [whole(1, 100, 'Pods.'), { type: 'string', pattern: '^\\d+%$' }] },
  }),
  topologySpread: strict({ whenUnsatisfiable: { type: 'string', enum: ['ScheduleAnyway', 'DoNotSchedule'] } }),
  podLabels: labels('More labels of pods.'),
  podAnnotations: labels('Annotations of pods.'),
  nodeSelector: labels('Which nodes pods run on.'),
  tolerations: list(toleration, 'Taints that pods tolerate.'),
};
