import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { advanceClock, clockQuery } from '../data/clock.ts';
import { day, daysToNextMonth } from '../data/format.ts';
import { useOperatesForAll } from '../data/me.ts';
import { ProblemView } from './states.tsx';

const stepsFrom = (now: string) =>
  [
    [1, '+1 day'],
    [7, '+1 week'],
    [daysToNextMonth(now), 'Next month'],
  ] as const;

/** The platform's day where it can be moved: it is "today" everywhere. */
export const SandboxClock = () => {
  const { platform } = useRouter().options.context;
  return platform.sandbox ? <Clock /> : null;
};

const Clock = () => {
  const queryClient = useQueryClient();
  const { data: now } = useQuery(clockQuery);
  const mayMove = useOperatesForAll() ?? false;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const advance = async (days: number): Promise<void> => {
    setBusy(true);
    setError(undefined);
    await advanceClock(days).catch(setError);
    setBusy(false);
    await queryClient.invalidateQueries();
  };
  return (
    <section className="clock" aria-label="Sandbox clock">
      <strong>Sandbox</strong>
      <span aria-live="polite">{isBusy ? 'Playing…' : `Today is ${day(now?.slice(0, 10))}`}</span>
      {(mayMove && now ? stepsFrom(now) : []).map(([days, name]) => (
        <button key={name} type="button" disabled={isBusy} onClick={() => void advance(days)}>
          {name}
        </button>
      ))}
      {error !== undefined && <ProblemView error={error} />}
    </section>
  );
};
