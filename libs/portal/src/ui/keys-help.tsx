import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Facts } from './parts.tsx';

const KEYS = [
  ['/ or Ctrl K', 'search or jump'],
  [
    'g, then o d p i a r c e w h s',
    'overview, deals, policies, invoices, account, renewals, claims, events, webhooks, operations (health), start',
  ],
  ['j, k, Enter', 'next row, row before, open it'],
  ['[ and ]', 'first page, next page'],
  ['Esc', 'close what is open'],
] as const;

/** Which keys there are. */
export const KeysHelp = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="quiet" data-help="" aria-label="Keys" onClick={() => setOpen(true)}>
        ?
      </button>
      {isOpen && (
        <Dialog title="Keys" onClose={() => setOpen(false)}>
          <Facts facts={KEYS} />
          <form method="dialog" className="row">
            <button type="submit">Close</button>
          </form>
        </Dialog>
      )}
    </>
  );
};
