import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerTo, api } from '../data/api.ts';
import { moment } from '../data/format.ts';
import { eventIn } from '../data/operations.ts';
import { Problem } from '../data/problem.ts';
import { queries } from '../data/queries.ts';
import { REFUSED_AGAIN, replayAll } from '../data/replay-all.ts';
import { Action } from '../ui/action.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';

export type DeadLetter = ResourceOf<'DeadLetter'>;

const replay = async ({ service, id }: DeadLetter): Promise<ResourceOf<'Replay'>> =>
  (await answerTo(api.POST('/api/ops/{service}/dead-letters/{id}/replay', { params: { path: { service, id } } }))).data;

const stays = (detail: string): Problem => new Problem(0, { title: 'It stays a dead letter', detail });

export const ReplayLetter = ({ letter }: { letter: DeadLetter }) => (
  <Action
    verb="Replay"
    send={async () => {
      const { outcome, reason } = await replay(letter);
      if (outcome === 'REJECTED') throw stays(reason ?? REFUSED_AGAIN);
    }}
  >
    <p>
      {letter.service} processes {eventIn(letter.subject)} of {letter.organizationId ?? 'an unknown organization'}{' '}
      again, under the same event id. What was processed meanwhile has no effect; what is refused again stays here.
    </p>
  </Action>
);

/** All that are shown, one after the other, the oldest first. */
export const ReplayAll = ({ letters }: { letters: readonly DeadLetter[] }) => {
  const [done] = useState(() => new Set<string>());
  return (
    <Action
      verb={letters.length === 1 ? 'Replay it' : `Replay these ${letters.length}`}
      send={async () => {
        const [first, ...others] = await replayAll(letters, replay, done);
        if (first === undefined) return;
        throw stays(`${others.length + 1} of ${letters.length} were refused again: ${first}`);
      }}
    >
      <p>They are processed again, the oldest first. What is refused again stays here, with its new reason.</p>
    </Action>
  );
};

export const DiscardLetter = ({ letter: { service, id, subject, organizationId } }: { letter: DeadLetter }) => (
  <Action
    verb="Discard"
    isFinal
    isUnlisted
    send={(fields) =>
      answerTo(
        api.POST('/api/ops/{service}/dead-letters/{id}/discard', {
          params: { path: { service, id } },
          body: { reason: String(fields.get('reason')) },
        }),
      )
    }
  >
    <p>
      {eventIn(subject)} of {organizationId ?? 'an unknown organization'} is never processed by {service}. There is no
      way back; who did it and why stays in the audit trail.
    </p>
    <label>
      Why
      <textarea name="reason" required maxLength={1_000} />
    </label>
  </Action>
);

/** The event as it came, and why it was given up. */
export const ShowLetter = ({ letter, name }: { letter: DeadLetter; name: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link printed" onClick={() => setOpen(true)}>
        {name}
      </button>
      {isOpen && (
        <Dialog title={name} onClose={() => setOpen(false)}>
          <Letter letter={letter} />
          <form method="dialog" className="row">
            <button type="submit">Close</button>
          </form>
        </Dialog>
      )}
    </>
  );
};

const Letter = ({ letter: { service, id } }: { letter: DeadLetter }) => {
  const found = useQuery(queries.deadLetter(service, id));
  return (
    <Resource found={found}>
      {({ data: letter }) => (
        <>
          <Facts
            facts={[
              ['Given up by', letter.consumer],
              ['Organization', letter.organizationId],
              ['Tries', letter.attempts],
              ['Came', moment(letter.receivedAt)],
              ['Given up', moment(letter.createdAt)],
              ['Why', letter.reason],
              ...letter.errors.map(({ pointer, detail }, i) => [`Fault ${i + 1}`, `${pointer} ${detail}`] as const),
            ]}
          />
          <pre className="payload" tabIndex={0} aria-label="The event as it came">
            {printed(letter.payload)}
          </pre>
        </>
      )}
    </Resource>
  );
};

/** JSON with its lines, anything else as it came. */
const printed = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload === '' ? 'It was not kept.' : payload;
  }
};
