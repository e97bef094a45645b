import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type Labels, readLabels } from '../data/labels.ts';
import { newKey } from '../data/new-key.ts';
import { idIn, notice, wordsIn } from '../data/notice.ts';
import { problemFrom } from '../data/problem.ts';
import { type ActionProps, ask, askedNow, endAsking, leavePage, subscribe } from './asked.ts';
import { Dialog } from './dialog.tsx';
import { focusMain } from './focus.ts';
import { ProblemView } from './states.tsx';

/**
 * A button that asks before it acts. What is on the page changes when the platform has answered. The frame has the dialog:
 * it keeps what was typed when the button leaves the page, because somebody else changed something.
 */
export const Action = (props: ActionProps) => {
  const [owner] = useState(() => ({}));
  useEffect(() => {
    if (askedNow()?.owner === owner) ask({ owner, props });
  });
  useEffect(() => () => leavePage(owner), [owner]);
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
  const shown = useSyncExternalStore(subscribe, askedNow);
  useEffect(() => () => ask(undefined), []);
  return (
    shown && <ActionDialog {...shown.props} isGone={shown.isGone === true} onClose={() => endAsking(shown.owner)} />
  );
};

const CHANGED_MEANWHILE = 412;

/** Without its button, the dialog gets no newer version: every other try would be refused, too. */
const NotPossibleAnyMore = () => (
  <section className="problem" role="alert">
    <p>It was changed meanwhile, and this is not possible any more. What you typed stays until you close this.</p>
  </section>
);

const ActionDialog = ({
  verb,
  children,
  isFinal,
  isUnlisted,
  send,
  isGone,
  onClose,
}: ActionProps & { isGone: boolean; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  // The user agrees to the data at the time the dialog opened: the page behind it may have been refetched since.
  const asSeen = useRef(send);
  // Who was refused because of another version has been asked to look again: the page is as it is now.
  const [isAnew, setAnew] = useState(false);
  const isOver = isAnew && isGone;
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ error: unknown; labels: Labels }>();
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy || isOver) return;
    setBusy(true);
    setRefused(undefined);
    try {
      const agreed = isAnew ? send : asSeen.current;
      const answer = await agreed(new FormData(form), key.current);
      const [id, words] = [idIn(answer), wordsIn(answer)];
      const isSilent = id === undefined && words === undefined;
      notice(isSilent ? undefined : { label: `${verb}: ${words ?? 'done'}`, ...(!isUnlisted && id && { id }) });
      // The button that opened it may go with what was changed.
      flushSync(onClose);
      focusMain();
    } catch (error) {
      setRefused({ error, labels: readLabels(form) });
      if (problemFrom(error).status === CHANGED_MEANWHILE) setAnew(true);
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries();
    }
  };
  return (
    <Dialog title={verb} onClose={onClose} isHeld={isBusy}>
      <form className="fields" onSubmit={(event) => void onSubmit(event)}>
        {children}
        {isOver ? <NotPossibleAnyMore /> : refused && <ProblemView {...refused} />}
        <div className="row">
          <button type="button" data-first={isFinal === true ? '' : undefined} disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={isFinal ? 'danger' : 'primary'} disabled={isBusy || isOver}>
            {verb}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
