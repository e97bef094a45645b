import pg from 'pg';
import { manifests } from '../manifests.ts';
import { findDatabase } from '../platform/running.ts';

const USAGE = `Usage:
  schedules                    every schedule with its newest run
  schedules <service> <name>   the last 20 runs of one
The database is DATABASE_URL (a user that may read every schema), else that of the platform that npm start runs.`;

type Run = {
  service: string;
  name: string;
  ran_until: string | null;
  running: boolean;
  retry_at: string | null;
  due_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  outcome: string | null;
  counts: Record<string, number> | null;
  error: string | null;
};

/** Shows what the calendar did and does, in every service. */
export const schedules = async (args: string[], print: (line: string) => void = console.log, url = findDatabase()): Promise<void> => {
  const [service, name] = args;
  const known = manifests.some((manifest) => manifest.name === service);
  if (!url || (args.length > 0 && (args.length !== 2 || !known))) throw new Error(USAGE);
  const client = new pg.Client({ connectionString: url, application_name: 'ops' });
  // Times as the database prints them: it runs in UTC.
  client.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => text);
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    const { rows } = service ? await client.query<Run>(runsOf(service), [name]) : await client.query<Run>(newest());
    if (service && rows.length === 0) throw new Error(`The service ${service} has no runs of a schedule ${name}.`);
    for (const row of table(rows.map(lineOf))) print(row);
  } finally {
    await client.end();
  }
};

const newest = (): string =>
  manifests
    .map(
      ({ name }) => `select '${name}' as service, s.name, s.ran_until, s.lease_until > now() as running, s.retry_at,
        r.due_at, r.started_at, r.finished_at, r.outcome, r.counts, r.error
      from ${name}.schedule s left join lateral
        (select * from ${name}.schedule_run where schedule = s.name order by id desc limit 1) r on true`,
    )
    .join(' union all ') + ' order by service, name';

const runsOf = (service: string): string =>
  `select '${service}' as service, schedule as name, null as ran_until, false as running, null as retry_at,
     due_at, started_at, finished_at, outcome, counts, error
   from ${service}.schedule_run where schedule = $1 order by id desc limit 20`;

const HEADER = ['SERVICE', 'SCHEDULE', 'DUE', 'STARTED', 'FINISHED', 'OUTCOME', ''];

const lineOf = (run: Run): string[] => [
  run.service,
  run.name,
  minuteOf(run.due_at),
  minuteOf(run.started_at),
  minuteOf(run.finished_at),
  run.running ? 'RUNNING' : (run.outcome ?? 'never ran'),
  [
    ...Object.entries(run.counts ?? {}).map(([what, count]) => `${what} ${count}`),
    ...(run.error ? [run.error] : []),
    ...(run.retry_at ? [`again at ${minuteOf(run.retry_at)}`] : []),
  ].join(', '),
];

const minuteOf = (time: string | null): string => time?.slice(0, 16) ?? '-';

const table = (rows: string[][]): string[] => {
  const lines = [HEADER, ...rows];
  const widths = HEADER.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd());
};
