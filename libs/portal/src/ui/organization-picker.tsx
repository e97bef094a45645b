import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';

/** Whose data is looked at; empty: all that the reader may see. It is in every address. */
export const OrganizationPicker = () => {
  const { org } = useSearch({ strict: false });
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const asked = String(new FormData(event.currentTarget).get('org')).trim();
    void navigate({ to: '.', search: (search) => ({ ...search, org: asked || undefined, cursor: undefined }) });
  };
  return (
    <form className="organization" onSubmit={onSubmit} key={org}>
      <input name="org" type="search" aria-label="Organization" placeholder="All organizations" defaultValue={org} />
    </form>
  );
};
