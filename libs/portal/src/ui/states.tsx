import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { words } from '../data/format.ts';
import { inLabels, type Labels } from '../data/labels.ts';
import { problemFrom } from '../data/problem.ts';

/** Rows that are yet to come; they show after a moment only. */
export const Loading = ({ rows = 6, heading = 'h2' }: { rows?: number; heading?: 'h1' | 'h2' }) => (
  <>
    {heading === 'h1' && <h1 className="sr-only">Loading</h1>}
    <div className="skeleton" role="status">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} aria-hidden="true" />
      ))}
    </div>
  </>
);

type EmptyProps = { title: string; children?: ReactNode; heading?: 'h1' | 'h2' };

/** Why there is nothing, and what would change that. */
export const Empty = ({ title, children, heading: Heading = 'h2' }: EmptyProps) => (
  <section className="empty">
    <Heading>{title}</Heading>
    {children}
  </section>
);

const WORDS: Record<number, (members: Readonly<Record<string, unknown>>) => string> = {
  401: () => 'The platform asks for credentials: sign in above.',
  // The platform names the roles itself.
  403: ({ requiredRoles }) => (Array.isArray(requiredRoles) ? '' : 'You may not do this.'),
  404: () => 'It is not there, or it is of another organization.',
  409: ({ allowed }) =>
    Array.isArray(allowed)
      ? `What is possible now: ${allowed.map((state) => words(String(state))).join(', ') || 'nothing'}.`
      : '',
  412: () => 'It was changed meanwhile. Look at what it is now, then try again.',
};

type ProblemProps = {
  error: unknown;
  onRetry?: () => void;
  heading?: 'h1' | 'h2';
  /** Of the fields that it may be about. */
  labels?: Labels;
};

/** A refusal, in the words of the platform. */
export const ProblemView = ({ error, onRetry, heading: Heading = 'h2', labels = {} }: ProblemProps) => {
  const problem = problemFrom(error);
  const { errorId } = problem.members;
  const { retryAfter } = problem;
  return (
    <section className="problem" role="alert">
      <Heading>{problem.title}</Heading>
      <p>{inLabels(problem.message, labels)}</p>
      <Faults of={problem.members['errors']} labels={labels} />
      <p>{WORDS[problem.status]?.(problem.members)}</p>
      {retryAfter !== undefined && <p>Try again after {retryAfter} s.</p>}
      {typeof errorId === 'string' && (
        <p>
          Its number in the log: <code>{errorId}</code>
        </p>
      )}
      <p className="row">
        {onRetry && (
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        )}
        {problem.page && <a href={problem.page}>What this means</a>}
      </p>
    </section>
  );
};

/** The message has the first fault, and how many more there are. */
const Faults = ({ of: errors, labels }: { of: unknown; labels: Labels }) =>
  Array.isArray(errors) &&
  errors.length > 1 && (
    <ul>
      {(errors as { pointer: string; detail: string }[]).slice(1).map(({ pointer, detail }) => (
        <li key={`${pointer} ${detail}`}>{inLabels(`${pointer} ${detail}`, labels)}</li>
      ))}
    </ul>
  );

export const NoSuchPage = () => (
  <Empty title="There is no such page" heading="h1">
    <p>
      <Link to="/">To the overview</Link>
    </p>
  </Empty>
);
