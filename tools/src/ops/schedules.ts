import { parseArgs } from 'node:util';
import { type ScheduleStanding, scheduleStandings } from '@staycover/schedules';
import { UsageError } from '../cli/usage-error.ts';
import { manifests } from '../manifests.ts';
import {
  askEach,
  type Command,
  inSchemas,
  JSON_FLAG,
  SERVERS_HELP,
  type Servers,
  show,
  withDatabase,
} from './command.ts';

type Run = { service: string } & ScheduleStanding;

/** What the calendar did and does, in every service. */
export const schedules: Command = {
  usage: `schedules [--json]                    every schedule with its newest run
schedules <service> <name> [--json]   the last 20 runs of one
${SERVERS_HELP}`,
  async run(context) {
    const { values, positionals } = parseArgs({
      args: context.args,
      options: JSON_FLAG,
      allowPositionals: true,
    });
    const [service, name] = positionals;
    const isKnown = manifests.some((manifest) => manifest.name === service);
    if (positionals.length > 0 && (positionals.length !== 2 || !isKnown)) throw new UsageError();
    const runs = service
      ? await withDatabase(context.servers, service, (sql) => sql<Run>(runsSql(service), [name]))
      : await newest(context.servers);
    if (service && runs.length === 0) throw new Error(`The service ${service} has no runs of a schedule ${name}.`);
    show(context, runs, values.json, COLUMNS);
  },
};

const newest = (servers: Servers): Promise<Run[]> => {
  const services = manifests.map(({ name }) => name).toSorted();
  return askEach(servers, services, (sql, service) => inSchemas(sql, [service], scheduleStandings));
};

const runsSql = (service: string): string =>
  `select '${service}' as service, schedule as name, null as ran_until, false as running, null as retry_at,
     due_at, started_at, finished_at, outcome, counts, error
   from ${service}.schedule_run where schedule = $1 order by id desc limit 20`;

const COLUMNS: Record<string, (run: Run) => string> = {
  SERVICE: ({ service }) => service,
  SCHEDULE: ({ name }) => name,
  DUE: ({ due_at }) => formatMinute(due_at),
  STARTED: ({ started_at }) => formatMinute(started_at),
  FINISHED: ({ finished_at }) => formatMinute(finished_at),
  OUTCOME: ({ running, outcome }) => (running ? 'RUNNING' : (outcome ?? 'never ran')),
  '': ({ counts, error, retry_at }) =>
    [
      ...Object.entries(counts ?? {}).map(([what, count]) => `${what} ${count}`),
      ...(error ? [error] : []),
      ...(retry_at ? [`again at ${formatMinute(retry_at)}`] : []),
    ].join(', '),
};

const formatMinute = (time: string | null): string => time?.slice(0, 16) ?? '-';
