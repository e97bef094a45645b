import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { type Destination, destinations, foundBy } from '../data/destination.ts';
import { useIsOperator } from '../data/me.ts';
import { queries } from '../data/queries.ts';
import { Dialog } from './dialog.tsx';
import { KeysHelp } from './keys-help.tsx';

const LONGEST_SEARCH = 100;

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

/** What a text leads to, and the same once its search is answered. */
const useChoices = (text: string) => {
  const queryClient = useQueryClient();
  const isOperator = useIsOperator();
  const { org } = useSearch({ strict: false });
  const asked = text.trim();
  const isSearched = asked.length > 1 && asked.length <= LONGEST_SEARCH;
  const search = queries.search({ q: asked, limit: 8, ...(org !== undefined && { organizationId: org }) });
  const { data, isPending, isPlaceholderData } = useQuery({ ...search, enabled: isSearched });
  const choicesIn = (hits: Hits): Destination[] =>
    [...foundBy(hits), ...destinations(text)].filter(({ to }) => to !== '/operations' || isOperator === true);
  const shown = choicesIn((isSearched && data?.data) || []);
  const answered = async (): Promise<Destination[]> => {
    if (!isSearched || !(isPending || isPlaceholderData)) return shown;
    return choicesIn((await queryClient.fetchQuery(search).catch(() => undefined))?.data ?? []);
  };
  return { shown, answered };
};

type Hits = Parameters<typeof foundBy>[0];

const Choices = ({ onChosen }: { onChosen: () => void }) => {
  const navigate = useNavigate();
  const list = useId();
  const [text, setText] = useState('');
  const [picked, pick] = useState<string>();
  const { shown: found, answered } = useChoices(text);
  const at = Math.max(
    0,
    found.findIndex(({ label }) => label === picked),
  );
  const go = ({ to, search }: Destination): void => {
    onChosen();
    void navigate({ to, search: search ?? {} });
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    pick(found[(at + step + found.length) % found.length]?.label);
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    // Who types and presses Enter at once means all of the text: what is shown may have been found for its beginning.
    const chosen = picked === undefined ? (await answered())[0] : found[at];
    if (chosen && form.isConnected) go(chosen);
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
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
          pick(undefined);
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
