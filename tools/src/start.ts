import { join } from 'node:path';
import type { Server } from '@staycover/infra';
import { flagsOrExit } from './cli/flags.ts';
import { readPort } from './cli/port.ts';
import { authGuide } from './platform/auth-guide.ts';
import { type FolderLock, lockFolder } from './platform/folder-lock.ts';
import { logLines } from './platform/log-lines.ts';
import { startMailCatcher } from './platform/mail-catcher.ts';
import { startPlatform } from './platform/platform.ts';
import { portalBeside } from './platform/portal.ts';
import { gatewayAt } from './platform/processes.ts';
import { dataDirectory, forgetRunning, noteRunning } from './platform/running.ts';
import { sandboxGuide } from './platform/sandbox-guide.ts';
import { onStopSignal } from './platform/stop-signal.ts';
import { withoutLogin } from './provisioning/connecting.ts';
import type { Databases } from './provisioning/databases.ts';

const {
  auth: asksForCredentials,
  sandbox: wantsSandbox,
  replicas,
  nats: natsNodes,
} = flagsOrExit({
  name: 'start',
  purpose: 'runs the platform until Ctrl-C; GATEWAY_PORT and DATA_DIR choose its port and its data folder.',
  flags: {
    auth: 'Asks for credentials, and prints tokens to try it with',
    sandbox: 'With a clock that can be moved: POST /sandbox/clock',
  },
  counts: {
    replicas: { text: 'How many processes of each service and of the gateway', preset: 1, most: 9 },
    nats: {
      text: 'How many NATS servers: 3 or 5 are a cluster, each stream in three copies, with data of its own',
      preset: 1,
      most: 5,
    },
  },
});
const sandbox = wantsSandbox || process.env['SANDBOX'] === 'on';
const refuse = (why: string): never => {
  console.error(why);
  process.exit(2);
};
if (sandbox && replicas > 1)
  refuse('Days are played on one process of each service: start with --sandbox or with --replicas.');
if (sandbox && natsNodes > 1) refuse('Days are played on one NATS server: start with --sandbox or with --nats.');
if (natsNodes % 2 === 0) refuse('The servers of a cluster decide by majority: --nats takes 1, 3 or 5.');
const started = performance.now();
const say = (line: string): void => console.log(`  ${line}`);
const logFile = join(dataDirectory(), 'logs/platform.log');

console.log('Starting Staycover …');
const abort = new AbortController();
// Days that were played stay apart from what happens in real time, streams of a cluster from those of a single server.
const kind = natsNodes > 1 ? 'cluster' : '';
const dataDir = join(dataDirectory(), sandbox ? 'sandbox' : kind);
let lock: FolderLock | undefined;
const start = async () => {
  const gatewayPort = readPort('GATEWAY_PORT', 8080);
  lock = await lockFolder(dataDir, { signal: abort.signal });
  // What a killed one left.
  forgetRunning(dataDir);
  const onLine = logLines(logFile, process.stdout);
  const mails = await startMailCatcher(say);
  return startPlatform({
    say,
    onLine,
    gatewayPort,
    auth: asksForCredentials,
    dataDir,
    sandbox,
    replicas,
    natsNodes,
    env: { ...mails.environment, PORTAL_DIR: process.env['PORTAL_DIR'] ?? portalBeside(onLine) },
    signal: abort.signal,
  });
};
const starting = start();

onStopSignal((signal) => {
  console.log(`\n${signal}: draining and stopping …`);
  if (lock) forgetRunning(dataDir);
  abort.abort(new Error('The start was interrupted.'));
  const stopped = starting.then((platform) => platform.stop());
  void stopped.finally(() => {
    lock?.release();
    console.log('Stopped.');
    process.exit(0);
  });
});

const SIGNED = `CRM_WEBHOOK_SECRETS is set: a deal without a signature is refused, also that of npm run demo.
docs/guides/crm.md shows how to sign one.`;

const openGuide = (gatewayUrl: string): string =>
  process.env['CRM_WEBHOOK_SECRETS']
    ? SIGNED
    : `Try next:
  npm run demo                 the whole story, from deal to reserve split (in a second terminal)
  curl -i ${gatewayUrl}/api/webhook/crm/deal-closed -H 'Content-Type: application/json' \\
    -d '{"crmDealId":"D-1","organizationId":"acme","baseRatePerNight":4.25}'`;

const otherGateways = (urls: Record<string, string>): string[] =>
  Object.keys(urls)
    .filter((name) => name.startsWith('gateway-'))
    .map((name) => gatewayAt(Number(new URL(urls[name]!).port)));

/** The password of a server that was started here is for developers; those of others are secrets. */
const shownDatabases = (databases: Databases, postgres: Server | undefined): string[] => {
  const ours = postgres?.pid === undefined ? undefined : new URL(postgres.url).host;
  const urls = [...new Set(Object.values(databases))];
  return urls.map((url) => (new URL(url).host === ours ? url : withoutLogin(url)));
};

const mailLine = (): string =>
  process.env['SMTP_URL'] ? '' : '  Mails       not delivered: each is reported here, its text is on the page /mails\n';

try {
  const { gatewayUrl, urls, natsUrl, natsLogin, natsSystems, auth, databases, postgres } = await starting;
  lock?.note(gatewayUrl);
  noteRunning(dataDir, {
    gatewayUrl,
    natsUrl,
    databases,
    natsAdmin: natsLogin('admin'),
    apiKeysFile: auth?.environment['API_KEYS_FILE'],
  });
  console.log(`
Staycover is ready after ${((performance.now() - started) / 1000).toFixed(1)} s.

  Gateway     ${[gatewayUrl, ...otherGateways(urls)].join('\n              ')}
  Console     ${gatewayUrl}/ in a browser; the API reference is at ${gatewayUrl}/docs
  NATS        ${withoutLogin(natsUrl)}
  PostgreSQL  ${shownDatabases(databases, postgres).join('\n              ')}
  Logs        ${logFile}
${mailLine()}
${auth ? authGuide(gatewayUrl, auth, natsLogin, natsSystems) : openGuide(gatewayUrl)}${sandbox ? sandboxGuide(gatewayUrl, auth?.tokens.ops) : ''}

Ctrl-C stops everything.`);
} catch (error) {
  if (!abort.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
