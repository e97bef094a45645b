import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
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

/** A button that asks before it acts. What is on the page changes when the platform has answered. */
export const Action = (props: ActionProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={props.isFinal ? 'danger' : ''} onClick={() => setOpen(true)}>
        {props.verb}…
      </button>
      {isOpen && <ActionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
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
