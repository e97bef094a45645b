import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useOnlyOrganization } from '../data/me.ts';
import { queries } from '../data/queries.ts';

/** The organization that is looked at; empty: all that the reader may see. It is in every address. */
export const OrganizationPicker = () => {
  const { org = '' } = useSearch({ strict: false });
  const only = useOnlyOrganization();
  // An address that names another organization is left by the picker alone.
  if (only !== undefined && ['', only].includes(org)) return <p className="organization">{only}</p>;
  return <Picker key={org} org={org} />;
};

/** Not chosen from the list, and not emptied by its button. */
const isTyped = (event: Event): boolean =>
  event instanceof InputEvent && !['', 'insertReplacementText'].includes(event.inputType);

const Picker = ({ org }: { org: string }) => {
  const navigate = useNavigate();
  const list = useId();
  const [text, setText] = useState(org);
  const [isUsed, setUsed] = useState(false);
  const { data: known } = useQuery({ ...queries.organizations(text.trim()), enabled: isUsed });
  const names = known?.data.map(({ id }) => id) ?? [];
  const go = (asked: string): void => {
    const search = { org: asked.trim() || undefined, cursor: undefined };
    void navigate({ to: '.', search: (before) => ({ ...before, ...search }) });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    go(text);
  };
  return (
    <form className="organization" onSubmit={onSubmit}>
      <input
        type="search"
        aria-label="Organization"
        placeholder="All organizations"
        list={list}
        maxLength={64}
        value={text}
        onFocus={() => setUsed(true)}
        onChange={({ target, nativeEvent }) => {
          setText(target.value);
          if (!isTyped(nativeEvent)) go(target.value);
        }}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </form>
  );
};
