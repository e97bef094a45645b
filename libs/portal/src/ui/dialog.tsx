import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = { title: string; onClose: () => void; children: ReactNode };

/** Asks over the page; Escape and Cancel leave all as it is. What has `data-first` gets the focus, else what comes first. */
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
