import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { choose, preferences } from '../data/preferences.ts';
import { Dialog } from './dialog.tsx';
import { Facts } from './parts.tsx';

const KEYS = [
  ['/ or Ctrl K', 'search or jump'],
  [
    'g, then o d p i a r c e w m h s',
    'overview, deals, policies, invoices, account, renewals, claims, events, webhooks, mails, operations (health), start',
  ],
  ['j, k, Enter', 'next row, row before, open it'],
  ['[ and ]', 'first page, next page'],
  ['Esc', 'close what is open'],
] as const;

/** Which keys there are, and what the reader may choose. */
export const KeysHelp = () => {
  const [isOpen, setOpen] = useState(false);
  const { platform } = useRouter().options.context;
  return (
    <>
      <button type="button" className="quiet" data-help="" aria-label="Keys and times" onClick={() => setOpen(true)}>
        ?
      </button>
      {isOpen && (
        <Dialog title="Keys and times" onClose={() => setOpen(false)}>
          <Facts facts={KEYS} />
          <Choice name="singleKeys">Keys without Ctrl act on the page</Choice>
          <Choice name="isUtc">Times in UTC, not in that of this machine</Choice>
          <p className="faint">Staycover {platform.version}</p>
          <form method="dialog" className="row">
            <button type="submit">Close</button>
          </form>
        </Dialog>
      )}
    </>
  );
};

const Choice = ({ name, children }: { name: keyof ReturnType<typeof preferences>; children: ReactNode }) => (
  <p>
    <label className="check">
      <input
        type="checkbox"
        defaultChecked={preferences()[name]}
        onChange={({ target }) => choose({ [name]: target.checked })}
      />{' '}
      {children}
    </label>
  </p>
);
