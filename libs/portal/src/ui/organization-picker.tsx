import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { whoIAm } from '../data/me.ts';

/** Whose data is looked at; empty: all that the reader may see. It is in every address. */
export const OrganizationPicker = () => {
  const { org } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { platform } = useRouter().options.context;
  const { data: me } = useQuery({ ...whoIAm, enabled: platform.authMode === 'jwt' });
  if (me?.organizations.length === 1 && me.organizations[0] !== '*')
    return <p className="organization">{me.organizations[0]}</p>;
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
