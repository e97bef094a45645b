import { readList } from '@staycover/kernel';
import { listenPort, parseEnvironment, processEnvironment, whole } from '@staycover/service';
import { z } from 'zod';

const listed = (text: string): string[] => readList(text, ',');

/** The replicas of a service, separated by commas. */
const upstream = (port: number) =>
  z
    .string()
    .default(`http://127.0.0.1:${port}`)
    .transform(listed)
    .pipe(z.array(z.url({ protocol: /^https?$/ }).overwrite((url) => url.replace(/\/+$/, ''))).min(1));

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: 'must be origins: scheme, host and port, without a path',
});

const origins = z.string().transform(listed).pipe(z.array(origin));

const name = z.string().regex(/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/, 'must be names of hosts, without scheme and port');

const names = z
  .string()
  .transform((text) => listed(text.toLowerCase()))
  .pipe(z.array(name));

export const environment = processEnvironment.extend({
  PORT: listenPort(8080),
  POLICY_URL: upstream(8081).describe(
    'Where the policy service listens. Here and below, several replicas are separated by commas.',
  ),
  CONTRACT_URL: upstream(8082).describe('Where the contract service listens.'),
  BILLING_URL: upstream(8083).describe('Where the billing service listens.'),
  RENEWAL_URL: upstream(8084).describe('Where the renewal service listens.'),
  CLAIMS_URL: upstream(8085).describe('Where the claims service listens.'),
  INSIGHT_URL: upstream(8086).describe('Where the insight service listens.'),
  UPSTREAM_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(10_000)
    .describe('Milliseconds an upstream may take to answer.'),
  NATS_PUBLIC_HOST: z
    .string()
    .default('localhost:4222')
    .describe('Host and port where other systems reach NATS, for the event documentation.'),
  PORTAL_DIR: z
    .string()
    .optional()
    .describe('Folder with the built portal, which is served at `/`; without it `/` leads to the documentation.'),
  PORTAL_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The public client (authorization code with PKCE, redirect address `PUBLIC_URL/signed-in`) that the issuer knows the portal by.',
    ),
  PORTAL_SCOPE: z.string().default('openid offline_access').describe('The scope that the portal asks the issuer for.'),
  PORTAL_SIGN_IN_ORIGINS: origins
    .default([])
    .describe(
      'Further origins that the portal calls to sign people in, separated by commas: that of the token endpoint, where the issuer has it on another host.',
    ),
  TRACE_URL: z
    .string()
    .refine((text) => text.includes('{traceId}') && URL.canParse(text) && /^https?:/.test(text), {
      error: 'must be an http or https address with {traceId} in it',
    })
    .optional()
    .describe(
      'Where a trace is shown, for links of the portal, e.g. `https://grafana.example/explore?trace={traceId}`; none without it.',
    ),
  CORS_ORIGINS: origins
    .default([])
    .describe('Origins of pages that may call from a browser, separated by commas; none by default.'),
  ALLOWED_HOSTS: names
    .optional()
    .describe(
      'Names that the gateway answers to beside localhost and that of PUBLIC_URL, without ports, separated by commas. ' +
        'Without it: any name; in development without authentication, where the name of a web page could lead here, none.',
    ),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'Requests a minute of one caller to one route; one address may send ten times as many, to all routes; without it 600 ' +
        'when authentication is on, unlimited when it is off.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'PostgreSQL, as the role `gateway`, where several gateways share their rate limits; without it each counts for itself.',
    ),
  TRUSTED_PROXIES: whole(0, 10)
    .default(0)
    .describe(
      'Trusted reverse proxies: their X-Forwarded-For has the address of the client. With 0, all clients behind a proxy count as one address.',
    ),
});

export type GatewayConfig = z.output<typeof environment>;

export const readConfig = (env: unknown = process.env): GatewayConfig => parseEnvironment(environment, env);
