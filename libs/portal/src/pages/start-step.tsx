import { Link } from '@tanstack/react-router';
import { curlOf, type StartCall, type Story } from '../data/start-calls.ts';

export type StepAnswer = { status: number; body: object };

type StepProps = {
  number: number;
  step: StartCall;
  story: Story;
  answer: StepAnswer | undefined;
  isNext: boolean;
  onSend: () => void;
};

/** A call as a command, a button that sends it, and its response. */
export const StartStep = ({ number, step, story, answer, isNext, onSend }: StepProps) => {
  const curl = curlOf(location.origin, step, story);
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <h2>
        {number}. {step.title}
      </h2>
      <p>{step.why}</p>
      {(isNext || answer) && <pre>{curl}</pre>}
      {isNext && (
        <p className="row">
          <button type="button" className="primary" onClick={onSend}>
            Send
          </button>
          <button type="button" onClick={() => void navigator.clipboard.writeText(curl)}>
            Copy
          </button>
        </p>
      )}
      {answer && <Outcome step={step} answer={answer} story={story} />}
    </li>
  );
};

const Outcome = ({ step, answer, story }: { step: StartCall; answer: StepAnswer; story: Story }) => (
  <div role="status">
    <p>
      <span className={`state ${answer.status === step.expects ? 'good' : 'warn'}`}>
        {answer.status || 'no answer'}
      </span>{' '}
      {answer.status === step.expects ? 'as expected' : `instead of ${step.expects}`}{' '}
      <Made path={step.path(story)} story={story} />
    </p>
    <details>
      <summary>What came back</summary>
      <pre>{JSON.stringify(answer.body, null, 2)}</pre>
    </details>
  </div>
);

const Made = ({ path, story: { contract, policy, invoice } }: { path: string; story: Story }) => {
  if (path.startsWith('/api/invoice') && invoice)
    return (
      <Link to="/invoices/$id" params={{ id: invoice }}>
        Its invoice
      </Link>
    );
  if (path.startsWith('/api/policy') && policy)
    return (
      <Link to="/policies/$id" params={{ id: policy }}>
        Its policy
      </Link>
    );
  return (
    contract && (
      <Link to="/deals/$id" params={{ id: contract }}>
        Its contract
      </Link>
    )
  );
};
