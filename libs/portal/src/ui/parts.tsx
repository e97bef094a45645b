import type { ReactNode } from 'react';
import { words } from '../data/format.ts';

const TONES: Record<string, string> = {
  ACTIVE: 'good',
  PAID: 'good',
  COMPLETED: 'good',
  READY: 'good',
  REPLAYED: 'good',
  APPROVED: 'good',
  DELIVERED: 'good',
  SENT: 'busy',
  PROCESSING: 'busy',
  SCHEDULED: 'busy',
  SUBMITTED: 'busy',
  UNDER_REVIEW: 'busy',
  RUNNING: 'busy',
  MANUAL_REVIEW: 'warn',
  OPEN: 'warn',
  TROUBLE: 'warn',
  ABANDONED: 'warn',
  INFO_REQUESTED: 'warn',
  PAST_DUE: 'bad',
  SUSPENDED: 'bad',
  FAILED: 'bad',
  AWAY: 'bad',
  DISABLED: 'bad',
  DENIED: 'bad',
  UNCOLLECTIBLE: 'bad',
  REFUSED: 'bad',
  BOUNCED: 'bad',
  UNKNOWN: 'warn',
  SENDING: 'busy',
};

/** A state: its word, and a shape before it. */
export const State = ({ name }: { name: string }) => (
  <span className={`state ${TONES[name] ?? 'quiet'}`}>{words(name)}</span>
);

/** Facts side by side; those without a value are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** The header of a resource's page: its kind, title, state and actions. */
export const Head = ({ kind, title, state, children }: Heading) => (
  <header className="head">
    <title>{`${title} · Staycover`}</title>
    <p className="kind">{kind}</p>
    <h1>
      {title} {state && <State name={state} />}
    </h1>
    <div className="row">{children}</div>
  </header>
);

type Heading = { kind: string; title: string; state?: string; children?: ReactNode };

/** A part of a page, with a heading of its own. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="part">
    <h2>{title}</h2>
    {children}
  </section>
);

type Line = { description: string; propertyName?: string | null; propertyId?: string | null };

/** What a line is for. The name in it may be written from the right: what follows it stays behind it. */
export const LineText = ({ description, propertyName, propertyId }: Line) => {
  const name = propertyName ?? propertyId ?? '';
  const at = description.indexOf(name);
  if (name === '' || at < 0) return description;
  return (
    <>
      {description.slice(0, at)}
      <bdi>{name}</bdi>
      {description.slice(at + name.length)}
    </>
  );
};
