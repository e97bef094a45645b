import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { type Destination, destinations, foundBy } from '../data/destination.ts';
import { queries } from '../data/queries.ts';
import { Dialog } from './dialog.tsx';
import { KeysHelp } from './keys-help.tsx';

/** The search of the portal: a reference, an id, an organization, a reservation or a page. */
export const Palette = () => {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" className="search" data-palette="" onClick={() => setOpen(true)}>
        <span>Search or jump to…</span> <kbd>/</kbd>
      </button>
      <KeysHelp />
      {isOpen && (
        <Dialog title="Search or jump to" onClose={close}>
          <Choices onChosen={close} />
        </Dialog>
      )}
    </>
  );
};

const Choices = ({ onChosen }: { onChosen: () => void }) => {
  const navigate = useNavigate();
  const list = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { org } = useSearch({ strict: false });
  const asked = text.trim();
  const query = { q: asked, limit: 8, ...(org !== undefined && { organizationId: org }) };
  const { data: hits } = useQuery({ ...queries.search(query), enabled: asked.length > 1 && asked.length <= 100 });
  const found = [...(asked.length > 1 ? foundBy(hits?.data ?? []) : []), ...destinations(text)];
  const go = ({ to, search }: Destination): void => {
    onChosen();
    void navigate({ to, search: search ?? {} });
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt((at + step + found.length) % found.length);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const chosen = found[at];
    if (chosen) go(chosen);
  };
  return (
    <form onSubmit={onSubmit}>
      <input
        role="combobox"
        aria-label="A reference, an id, a name, an organization, a reservation or a page"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={`${list}-${at}`}
        placeholder="A reference, an id, a name, an organization, a reservation or a page"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
        autoFocus
      />
      <div id={list} role="listbox" aria-label="Where it leads" className="choices">
        {found.map((choice, i) => (
          <div key={choice.label} id={`${list}-${i}`} role="option" aria-selected={i === at}>
            <button type="button" tabIndex={-1} onClick={() => go(choice)}>
              {choice.label}
            </button>
          </div>
        ))}
      </div>
    </form>
  );
};
