import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { newKey } from '../data/new-key.ts';
import { idIn, notice, wordsIn } from '../data/notice.ts';
import { problemFrom } from '../data/problem.ts';
import { Dialog } from './dialog.tsx';
import { focusMain } from './focus.ts';
import { ProblemView } from './states.tsx';

type ActionProps = {
  /** The label of the button; repeated in the dialog. */
  verb: string;
  /** The change, from and to, and its subject. */
  children: ReactNode;
  /** Irreversible: Cancel has the focus. */
  isFinal?: boolean;
  /** No event is about what it changes: there is no timeline to lead to. */
  isUnlisted?: boolean;
  /** Sends the call, with the fields of the form and the idempotency key of this dialog. */
  send: (fields: FormData, idempotencyKey: string) => Promise<unknown>;
};

/** The action that is asked about, and the button that it is of. */
type Asked = { owner: object; props: ActionProps } | undefined;

let asked: Asked;
const listeners = new Set<() => void>();

const ask = (next: Asked): void => {
  asked = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * A button that asks before it acts. What is on the page changes when the platform has answered. The frame has the dialog:
 * it keeps what was typed when the button leaves the page, because somebody else changed something.
 */
export const Action = (props: ActionProps) => {
  const [owner] = useState(() => ({}));
  useEffect(() => {
    if (asked?.owner === owner) ask({ owner, props });
  });
  return (
    <button type="button" className={props.isFinal ? 'danger' : ''} onClick={() => ask({ owner, props })}>
      {props.verb}…
    </button>
  );
};

/** The dialog of the action that is asked about; another page closes it. */
export const AskedAction = () => {
  const { pathname } = useLocation();
  return <AskedOnPage key={pathname} />;
};

const AskedOnPage = () => {
  const shown = useSyncExternalStore(subscribe, () => asked);
  useEffect(() => () => ask(undefined), []);
  return shown && <ActionDialog {...shown.props} onClose={() => ask(undefined)} />;
};

const CHANGED_MEANWHILE = 412;

const ActionDialog = ({
  verb,
  children,
  isFinal,
  isUnlisted,
  send,
  onClose,
}: ActionProps & { onClose: () => void }) => {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  // The user agrees to the data at the time the dialog opened: the page behind it may have been refetched since.
  const asSeen = useRef(send);
  // Who was refused because of another version has been asked to look again: the page is as it is now.
  const [isAnew, setAnew] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const agreed = isAnew ? send : asSeen.current;
      const answer = await agreed(new FormData(event.currentTarget), key.current);
      const [id, words] = [idIn(answer), wordsIn(answer)];
      const isSilent = id === undefined && words === undefined;
      notice(isSilent ? undefined : { label: `${verb}: ${words ?? 'done'}`, ...(!isUnlisted && id && { id }) });
      // The button that opened it may go with what was changed.
      flushSync(onClose);
      focusMain();
    } catch (refusal) {
      setError(refusal);
      if (problemFrom(refusal).status === CHANGED_MEANWHILE) setAnew(true);
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries();
    }
  };
  return (
    <Dialog title={verb} onClose={onClose}>
      <form className="fields" onSubmit={(event) => void onSubmit(event)}>
        {children}
        {error !== undefined && <ProblemView error={error} />}
        <div className="row">
          <button type="button" data-first={isFinal === true ? '' : undefined} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={isFinal ? 'danger' : 'primary'} disabled={isBusy}>
            {verb}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
