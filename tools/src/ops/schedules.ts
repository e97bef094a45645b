import { parseArgs } from 'node:util';
import { UsageError } from '../cli/usage-error.ts';
import { manifests } from '../manifests.ts';
import { type Command, SERVERS_HELP, show, withDatabase } from './command.ts';

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

/** What the calendar did and does, in every service. */
export const schedules: Command = {
  usage: `schedules [--json]                    every schedule with its newest run
schedules <service> <name> [--json]   the last 20 runs of one
${SERVERS_HELP}`,
  async run(context) {
    const { values, positionals } = parseArgs({
      args: context.args,
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [service, name] = positionals;
    const isKnown = manifests.some((manifest) => manifest.name === service);
    if (positionals.length > 0 && (positionals.length !== 2 || !isKnown)) throw new UsageError();
    const runs = await withDatabase(context.servers, (sql) =>
      service ? sql<Run>(runsOf(service), [name]) : sql<Run>(newest()),
    );
    if (service && runs.length === 0) throw new Error(`The service ${service} has no runs of a schedule ${name}.`);
    show(context, runs, values.json, COLUMNS);
  },
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

const COLUMNS: Record<string, (run: Run) => string> = {
  SERVICE: ({ service }) => service,
  SCHEDULE: ({ name }) => name,
  DUE: ({ due_at }) => minuteOf(due_at),
  STARTED: ({ started_at }) => minuteOf(started_at),
  FINISHED: ({ finished_at }) => minuteOf(finished_at),
  OUTCOME: ({ running, outcome }) => (running ? 'RUNNING' : (outcome ?? 'never ran')),
  '': ({ counts, error, retry_at }) =>
    [
      ...Object.entries(counts ?? {}).map(([what, count]) => `${what} ${count}`),
      ...(error ? [error] : []),
      ...(retry_at ? [`again at ${minuteOf(retry_at)}`] : []),
    ].join(', '),
};

const minuteOf = (time: string | null): string => time?.slice(0, 16) ?? '-';
