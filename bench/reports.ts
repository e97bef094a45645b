import { readFileSync } from 'node:fs';
import { type Platform, quietly, startPlatform } from '../tools/src/platform/platform.ts';
import { fillReports, MONTH, ORGANIZATION } from './report-rows.ts';

type Figures = {
  report: string;
  format: string;
  rows: number;
  firstByteMs: number;
  seconds: number;
  MiB: number;
  /** What service and gateway held before, and at most above that, in MiB. */
  atRest: string;
  growth: string;
};

const KIBIBYTE = 1024;
const ROWS = 1_000_000;
const NEWLINE = 10;

const REPORTS = [
  ['claims', `claims-bordereau?month=${MONTH}`],
  ['claims', `loss-fund?from=${MONTH}-01&to=${MONTH}-31`],
  ['billing', `premium-bordereau?month=${MONTH}`],
  ['billing', `receivables?asOf=${MONTH}-31`],
] as const;

/** Each report over a million rows, through the gateway: until its first byte, until its last, and the memory it takes. */
export const reports = async (args: string[]): Promise<Figures[]> => {
  const rows = Number(args[0] ?? ROWS);
  const platform = await startPlatform({ ...quietly, gatewayPort: 0, ephemeral: true });
  try {
    const started = performance.now();
    await fillReports(platform.databases['billing']!, rows);
    console.log(`${rows} rows for each report after ${secondsSince(started)} s.`);
    const figures: Figures[] = [];
    for (const [service, path] of REPORTS)
      for (const format of ['text/csv', 'application/json']) figures.push(await read(platform, service, path, format));
    console.table(figures);
    return figures;
  } finally {
    await platform.stop();
  }
};

const read = async (platform: Platform, service: string, path: string, format: string): Promise<Figures> => {
  const memory = watchMemory(platform, [service, 'gateway']);
  const started = performance.now();
  const address = `${platform.gatewayUrl}/api/report/${path}&organizationId=${ORGANIZATION}`;
  const response = await fetch(address, { headers: { accept: format } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  let [firstByteMs, bytes, lines] = [0, 0, 0];
  for await (const chunk of response.body!) {
    firstByteMs ||= Math.round(performance.now() - started);
    bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  return {
    report: path.split('?')[0]!,
    format: format.split('/')[1]!,
    // Rows of CSV follow a head; those of JSON are parted by line breaks.
    rows: format === 'text/csv' ? lines - 1 : lines + 1,
    firstByteMs,
    seconds: secondsSince(started),
    MiB: Math.round(bytes / KIBIBYTE ** 2),
    ...memory.stop(),
  };
};

const secondsSince = (started: number): number => Math.round((performance.now() - started) / 100) / 10;

/** Looks at the resident memory of processes ten times a second. */
const watchMemory = ({ supervisor }: Platform, names: readonly string[]) => {
  const pids = names.map((name) => supervisor.children.find((child) => child.name === name)!.pid!);
  const atRest = pids.map(residentMiB);
  let peak = atRest;
  const watching = setInterval(() => (peak = pids.map((pid, i) => Math.max(peak[i]!, residentMiB(pid)))), 100);
  return {
    stop: (): Pick<Figures, 'atRest' | 'growth'> => {
      clearInterval(watching);
      return { atRest: atRest.join(' + '), growth: peak.map((most, i) => most - atRest[i]!).join(' + ') };
    },
  };
};

const residentMiB = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / KIBIBYTE);
