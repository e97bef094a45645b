import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { focusAgain } from './focus.ts';

type DialogProps = {
  title: string;
  onClose: () => void;
  /** While a call runs, its dialog stays: the answer shows in it. */
  isHeld?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog; Escape and Cancel change nothing. The element with `data-first` gets the focus, else the first one;
 * once it is closed, what opened it.
 */
export const Dialog = ({ title, onClose, isHeld = false, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) {
      shown.showModal();
      shown.querySelector<HTMLElement>('[data-first]')?.focus();
    }
    return () => focusAgain(opener);
  }, [opener]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      closedby={isHeld ? 'none' : 'closerequest'}
      // For browsers without `closedby`.
      onCancel={(event) => isHeld && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
};
