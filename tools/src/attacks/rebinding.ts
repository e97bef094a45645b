import { freePort } from '@staycover/infra';
import { quietly } from '../platform/platform.ts';
import { superviseAll } from '../platform/supervisor.ts';
import { sendRaw } from './raw-http.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const FOREIGN = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  '[::2]',
  '0.0.0.0',
  '',
];
const OWN = ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST:1'];
const PATHS = ['/api/policy?organizationId=acme', '/openapi.json', '/docs', '/metrics', '/problems/not-found'];

/** A web page with a name that resolves to a developer's machine, where no credentials are required. */
export const rebinding = async (target: Target): Promise<Trial[]> => {
  const tried = trial('26 ambiguity', 'names of web pages that lead to a gateway without authentication');
  const { url, stop } = await startOpenGateway(target);
  try {
    for (const path of PATHS) {
      for (const host of [...FOREIGN, ...OWN]) {
        const [status] = await sendRaw(
          url,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          5_000,
        );
        tried.note(`${host}${path}`, status ?? 'none', (status === 421) !== OWN.includes(host));
      }
    }
  } finally {
    await stop();
  }
  return [tried];
};

/** A gateway next to the platform's, as `npm start` runs it. */
const startOpenGateway = async ({ platform }: Target) => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const gateway = platform.specs.find(({ name }) => name === 'gateway')!;
  const { NODE_OPTIONS: _watched, ...unwatched } = gateway.env ?? {};
  const env = { ...unwatched, AUTH_MODE: 'off', NODE_ENV: 'development', PORT: port };
  const options = { ...quietly, stopOrder: [['gateway']], stopLimit: 8_000 };
  const supervisor = superviseAll([{ ...gateway, env, readyUrl: `${url}/readyz` }], options);
  await supervisor.ready();
  return { url, stop: () => supervisor.stop() };
};
