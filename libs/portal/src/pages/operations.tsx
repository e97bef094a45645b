import { useQueries } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { moment } from '../data/format.ts';
import { countsIn, listTroubles, type Service, services, waitingFor } from '../data/operations.ts';
import { problemFrom } from '../data/problem.ts';
import { queries } from '../data/queries.ts';
import { Head, State } from '../ui/parts.tsx';
import { Empty, Loading, ProblemView } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { DeadLetters } from './dead-letters.tsx';

/** For operators: the state of the services, dead letters, and schedule runs. */
export const OperationsPage = () => {
  const { view } = useSearch({ strict: false });
  return (
    <>
      <Head kind="Platform" title="Operations" />
      <Tabs views={{ health: 'Health', letters: 'Dead letters', schedules: 'Schedules' }} />
      {view === 'letters' ? <DeadLetters /> : view === 'schedules' ? <Schedules /> : <Health />}
    </>
  );
};

/** How each service is, or why that is not known. */
const useStandings = () => {
  const found = useQueries({ queries: services.map((service) => queries.standing(service)) });
  return services.map((service, i) => ({ service, standing: found[i]?.data?.data, error: found[i]?.error ?? null }));
};

type Known = ReturnType<typeof useStandings>[number];

/** An error common to all services is shown once. */
const refusalIn = (known: readonly Known[]): Error | undefined =>
  known.flatMap(({ error }) => error ?? []).find((error) => [401, 403].includes(problemFrom(error).status));

const serviceState = ({ standing, error }: Known): string => {
  if (error || !standing) return 'AWAY';
  return standing.ready && listTroubles(standing).length === 0 ? 'READY' : 'TROUBLE';
};

const health: readonly Column<Known>[] = [
  { name: 'Service', cell: ({ service }) => service, whole: true },
  { name: 'State', cell: (known) => (known.standing || known.error ? <State name={serviceState(known)} /> : '…') },
  {
    name: 'What is wrong',
    cell: ({ standing, error }) =>
      error ? problemFrom(error).message : standing && (listTroubles(standing).join('; ') || 'nothing'),
    whole: true,
  },
  {
    name: 'To publish',
    cell: ({ standing }) => standing?.outbox.unpublished,
    figure: true,
    wide: true,
  },
  { name: 'To handle', cell: ({ standing }) => standing && (waitingFor(standing) ?? '–'), figure: true, wide: true },
  {
    name: 'Streams',
    cell: ({ standing }) =>
      standing?.streams
        .map(({ stream, fill }) => `${stream} ${fill === null ? '–' : `${Math.round(100 * fill)} %`}`)
        .join(', '),
    wide: true,
  },
  { name: 'Dead letters', cell: ({ standing }) => standing?.deadLetters, figure: true },
];

const Health = () => {
  const known = useStandings();
  const refusal = refusalIn(known);
  if (refusal) return <ProblemView error={refusal} />;
  return <Table caption="Health of the services" columns={health} rows={known} getKey={({ service }) => service} />;
};

type Scheduled = NonNullable<Known['standing']>['schedules'][number] & { service: Service };

const schedules: readonly Column<Scheduled>[] = [
  { name: 'Schedule', cell: ({ name }) => name.replaceAll('-', ' '), unbroken: true },
  { name: 'Service', cell: ({ service }) => service, whole: true },
  {
    name: 'Newest run',
    cell: ({ running, lastRun }) => <State name={running ? 'RUNNING' : (lastRun?.outcome ?? 'NONE')} />,
  },
  { name: 'Due', cell: ({ lastRun, ranUntil }) => moment(lastRun?.dueAt ?? ranUntil), unbroken: true, wide: true },
  { name: 'What it did', cell: ({ lastRun }) => lastRun && (lastRun.error ?? countsIn(lastRun.counts)), whole: true },
  { name: 'Again', cell: ({ retryAt }) => moment(retryAt), wide: true },
];

const Schedules = () => {
  const known = useStandings();
  const refusal = refusalIn(known);
  if (refusal) return <ProblemView error={refusal} />;
  const rows = known.flatMap(({ service, standing }) =>
    (standing?.schedules ?? []).map((schedule) => ({ ...schedule, service })),
  );
  if (rows.length === 0 && known.some(({ standing, error }) => !standing && !error)) return <Loading />;
  if (rows.length === 0)
    return (
      <Empty title="No schedules are known">
        <p>Services say what they run by the calendar once they have begun it.</p>
      </Empty>
    );
  return (
    <Table caption="Schedules" columns={schedules} rows={rows} getKey={({ service, name }) => `${service} ${name}`} />
  );
};
