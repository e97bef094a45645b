import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = { title: string; onClose: () => void; children: ReactNode };

/** A modal dialog; Escape and Cancel change nothing. The element with `data-first` gets the focus, else the first one. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (!shown || shown.open) return;
    shown.showModal();
    shown.querySelector<HTMLElement>('[data-first]')?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
};
