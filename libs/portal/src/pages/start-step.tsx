import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { made } from '../data/made.ts';
import { isExpected, type StartCall, type Story, toCurl } from '../data/start-calls.ts';

export type StepAnswer = { status: number; body: object };

type StepProps = {
  number: number;
  step: StartCall;
  story: Story;
  asksForCredentials: boolean;
  answer: StepAnswer | undefined;
  isNext: boolean;
  /** This reader may not send all of the calls: each shows what it needs. */
  isRefused: boolean;
  isBusy: boolean;
  onSend: (() => void) | undefined;
};

/** A call as a command and a button that sends it; once it was sent, what came of it. */
export const StartStep = (props: StepProps) => {
  const { number, step, answer, isNext, isRefused } = props;
  return (
    <li aria-current={isNext ? 'step' : undefined} className={answer && !isNext ? 'done' : ''}>
      <h2>
        {number}. {step.title}
      </h2>
      {answer ? <Outcome {...props} answer={answer} /> : <p>{step.why}</p>}
      {isRefused && <p className="faint">It needs the role {step.role}.</p>}
      {(isNext || isRefused) && <Command {...props} />}
    </li>
  );
};

const Command = ({ number, step, story, asksForCredentials, answer, isBusy, onSend }: StepProps) => {
  const button = useRef<HTMLButtonElement>(null);
  // The button before it has gone: whoever pressed it goes on with this one.
  useEffect(() => {
    if (number > 1) button.current?.focus();
  }, [number]);
  const curl = toCurl(location.origin, step, story, asksForCredentials);
  return (
    <>
      <pre>{curl}</pre>
      <p className="row">
        {onSend && (
          <button ref={button} type="button" className="primary" disabled={isBusy} onClick={onSend}>
            {answer ? 'Send again' : 'Send'}
          </button>
        )}
        {window.isSecureContext && (
          <button type="button" onClick={() => void navigator.clipboard.writeText(curl)}>
            Copy
          </button>
        )}
      </p>
    </>
  );
};

type OutcomeProps = StepProps & { answer: StepAnswer };

const Outcome = ({ step, answer: { status, body }, story, asksForCredentials }: OutcomeProps) => {
  const thing = made(body);
  const isAsExpected = isExpected(step, status);
  return (
    <div role="status">
      <p>
        <span className={`state ${isAsExpected ? 'good' : 'warn'}`}>{status || 'no answer'}</span>{' '}
        {isAsExpected ? 'as expected' : `instead of ${step.expects}`}
        {thing && (
          <>
            {': '}
            <Link to={thing.to} params={{ id: thing.id }}>
              {thing.reference}
            </Link>
            {thing.status && `, ${thing.status}`}
          </>
        )}
      </p>
      {'detail' in body && <p>{String(body.detail)}</p>}
      <details>
        <summary>The call, and what came back</summary>
        <pre>{toCurl(location.origin, step, story, asksForCredentials)}</pre>
        <pre>{JSON.stringify(body, null, 2)}</pre>
      </details>
    </div>
  );
};
