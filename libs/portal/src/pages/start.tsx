import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../data/api.ts';
import { whoIAm } from '../data/me.ts';
import { newKey } from '../data/new-key.ts';
import type { Role } from '../data/role.ts';
import { isExpected, rolesFor, type StartCall, type Story } from '../data/start-calls.ts';
import { useStartCalls } from '../ui/first-visit.tsx';
import { Head, Part } from '../ui/parts.tsx';
import { ProblemView } from '../ui/states.tsx';
import { StartStep, type StepAnswer } from './start-step.tsx';
import { Timeline } from './timeline.tsx';

const newDeal = (): string => `D-${newKey().slice(0, 8)}`;

/** The organization that is looked at, else one of the reader. */
const useOrganization = (): string => {
  const { org } = useSearch({ strict: false });
  const { data: me } = useQuery(whoIAm);
  return org ?? me?.organizations.find((name) => name !== '*') ?? 'acme-stays';
};

const PATIENCE = 40;
const PAUSE_MS = 250;

/** The policy follows its deal by an event, a moment later: until then it is not there. */
const callUntilThere = async (step: StartCall, story: Story, tries = PATIENCE): Promise<Response> => {
  const response = await call(step.method, step.path(story), step.body(story));
  if (response.status !== 404 || tries === 0) return response;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return callUntilThere(step, story, tries - 1);
};

/** How far the calls are: a call that was not answered as expected is the next one again. */
const useStory = (calls: readonly StartCall[]) => {
  const queryClient = useQueryClient();
  const organization = useOrganization();
  const [learned, setLearned] = useState<Partial<Story> & Pick<Story, 'deal'>>(() => ({ deal: newDeal() }));
  const story: Story = { organization, ...learned };
  const [answers, setAnswers] = useState<readonly StepAnswer[]>([]);
  const [isBusy, setBusy] = useState(false);
  const missed = answers.findIndex(({ status }, i) => !isExpected(calls[i]!, status));
  const next = missed === -1 ? answers.length : missed;
  const answered = (answer: StepAnswer): void => setAnswers([...answers.slice(0, next), answer]);

  const send = async (step: StartCall): Promise<void> => {
    setBusy(true);
    try {
      const response = await callUntilThere(step, story);
      const body = (await response.json()) as { id?: string };
      if (response.ok && step.learn) setLearned({ ...story, ...step.learn(body, response.headers.get('link')) });
      answered({ status: response.status, body });
    } catch {
      answered({ status: 0, body: { title: 'No answer' } });
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries();
    }
  };

  const beginAgain = (): void => {
    setLearned({ deal: newDeal() });
    setAnswers([]);
  };
  return { story, answers, next, isBusy, send, beginAgain };
};

/** The calls of a first visit, ready to send; each uses what the ones before have made. */
export const StartPage = () => {
  const { data: me, error } = useQuery(whoIAm);
  // Of what one person has sent, another finds nothing.
  return <Steps key={me?.id} error={error} />;
};

const Steps = ({ error }: { error: Error | null }) => {
  const { asksForCredentials, calls, missing } = useStartCalls();
  const maySend = missing?.length === 0;
  const isRefused = missing !== undefined && missing.length > 0;
  const { story, answers, next, isBusy, send, beginAgain } = useStory(calls);
  const first = story.contract ?? story.policy;
  return (
    <>
      <Head kind="Five minutes" title="From an empty platform to a paid invoice">
        {maySend && (
          <button type="button" disabled={isBusy} onClick={beginAgain}>
            Begin again
          </button>
        )}
      </Head>
      {error && <ProblemView error={error} />}
      <p>Each call uses what the one before has made. {missing && waysToSend(rolesFor(calls), missing)}</p>
      <div className="start">
        <ol className="steps">
          {calls.map((step, i) => (
            <StartStep
              key={step.title}
              number={i + 1}
              step={step}
              story={story}
              asksForCredentials={asksForCredentials}
              answer={answers[i]}
              isNext={i === next}
              isRefused={isRefused}
              isBusy={isBusy}
              onSend={maySend ? () => void send(step) : undefined}
            />
          ))}
          {next === calls.length && <WhatNow story={story} />}
        </ol>
        {first !== undefined && (
          <Part title="What happens, live">
            <Timeline id={first} />
          </Part>
        )}
      </div>
    </>
  );
};

const listed = new Intl.ListFormat('en-GB');

const waysToSend = (needed: readonly Role[], missing: readonly Role[]): string =>
  missing.length === 0
    ? 'Send them here, or from a shell; what they cause shows by itself.'
    : `They need the roles ${listed.format(needed)}. You do not have ${listed.format(missing)}: people who have them can send the calls here, or from a shell.`;

/** Where the parts of a finished story can be looked at. */
const WhatNow = ({ story: { organization, invoice } }: { story: Story }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <li className="done" aria-label="What now">
      <h2 ref={heading} tabIndex={-1}>
        That is the whole way
      </h2>
      <p>There is a paid invoice, and its reserves are booked.</p>
      <p className="row">
        <Link to="/" search={{ org: organization }} className="button primary">
          Overview of {organization}
        </Link>
        {invoice !== undefined && (
          <Link to="/invoices/$id" params={{ id: invoice }} search={{ view: 'explain' }} className="button">
            How the invoice came about
          </Link>
        )}
        <a href="/docs" className="button">
          All calls of the API
        </a>
      </p>
    </li>
  );
};
