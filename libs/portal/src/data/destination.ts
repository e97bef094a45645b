import type { Resource } from '@staycover/client';

/** Where a search leads: a page of the portal, or a list to look through. */
export type Destination = { to: string; search?: Record<string, string>; label: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TRACE = /^[0-9a-f]{32}$/i;
const KINDS = ['policies', 'invoices', 'deals', 'claims'] as const;
const PAGES: readonly (readonly [name: string, to: string])[] = [
  ['overview', '/'],
  ['start', '/start'],
  ['deals and contracts', '/deals'],
  ['policies', '/policies'],
  ['invoices', '/invoices'],
  ['account', '/account'],
  ['renewals', '/renewals'],
  ['claims', '/claims'],
  ['events', '/events'],
  ['webhooks', '/webhooks'],
  ['mails', '/mails'],
  ['operations', '/operations'],
];

/** What `text` may mean: an id, a reservation, an organization, or a page. */
export const destinations = (text: string): Destination[] => {
  const asked = text.trim();
  if (asked === '') return PAGES.map(([name, to]) => ({ to, label: name }));
  if (TRACE.test(asked)) return [{ to: `/timeline/${asked.toLowerCase()}`, label: 'what this trace caused' }];
  if (UUID.test(asked)) return KINDS.map((kind) => ({ to: `/${kind}/${asked}`, label: `id among ${kind}` }));
  const pages = PAGES.filter(([name]) => name.includes(asked.toLowerCase())).map(([name, to]) => ({ to, label: name }));
  const lists = ['policies', 'invoices', 'deals', 'claims'].map((kind) => ({
    to: `/${kind}`,
    search: { org: asked },
    label: `${kind} of the organization ${asked}`,
  }));
  const reservation = { to: '/claims', search: { reservation: asked }, label: `claims of the reservation ${asked}` };
  return [...pages, ...lists, reservation];
};

const PATHS: Partial<Record<string, string>> = {
  contract: '/deals',
  policy: '/policies',
  invoice: '/invoices',
  claim: '/claims',
};

type Found = Pick<Resource<'SearchResult'>, 'kind' | 'id' | 'organizationId' | 'reference' | 'name' | 'status'>;

/** Where what a search found is looked at; a payment has no page but its timeline. */
export const foundBy = (results: readonly Found[]): Destination[] =>
  results.map(({ kind, id, organizationId, reference, name, status }) => {
    const words = [`${reference}: ${kind} of ${organizationId}`, name, status?.toLowerCase().replaceAll('_', ' ')];
    return { to: `${PATHS[kind] ?? '/timeline'}/${id}`, label: words.filter(Boolean).join(', ') };
  });
