import type { paths } from '@staycover/client';
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import { byClock, seldom } from '../live/refetch.ts';
import { type Answer, answerTo, api } from './api.ts';
import { keepWithin } from './keep.ts';
import type { Service } from './operations.ts';
import type { Renewing } from './renews.ts';
import { inAnyNetwork, isWorthAnother, pauseBefore } from './retries.ts';

const EVERY_MS = 15_000;
const PAGE = 50;
const FRESH_MS = 60_000;

/** Cached responses. Old ones stay on the page during a refetch, every 15 seconds and after each action. */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: inAnyNetwork.networkMode },
    queries: {
      ...inAnyNetwork,
      retry: isWorthAnother,
      retryDelay: pauseBefore,
      refetchInterval: EVERY_MS,
      staleTime: 2_000,
      placeholderData: keepPreviousData,
    },
  },
});

type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Q } } }
  ? NonNullable<Q>
  : never;

const one = <Data>(key: readonly string[], load: () => Promise<Answer<Data>>) =>
  queryOptions({ queryKey: key, queryFn: load, placeholderData: undefined });

type Version = { id: string; version: number };

/** What one version of something is made into, with each of its ten thousand parts: it is read once for each version. */
const ofVersion = <Data>(
  name: string,
  { id, version }: Version,
  load: (path: { id: string }) => Promise<Answer<Data>>,
) => ({
  ...many(`${name} of ${id}`, { version }, () => load({ id })),
  staleTime: FRESH_MS,
  refetchInterval: false as const,
  meta: byClock,
});

/** A page of a list, or figures of an organization. */
export const many = <Data>(name: string, filter: object, load: () => Promise<Answer<Data>>) =>
  queryOptions({ queryKey: [name, filter], queryFn: load, placeholderData: keepWithin([name, filter]) });

const figures = <Data>(of: string, query: object, load: () => Promise<Answer<Data>>) =>
  many(`figures of ${of}`, query, load);

const listQuery = <Filter extends object, Data>(
  name: string,
  filter: Filter,
  load: (query: Filter & { limit: number }) => Promise<Answer<Data>>,
) => many(name, filter, () => load({ ...filter, limit: PAGE }));

/** What people look for is mostly new. */
const order = 'newest';
const ROWS = 1_000;
/** A policy or an invoice may have ten thousand parts: they are read by the page. */
const view = 'summary';

/** Lists by pages of 1,000, for files. */
export const pages = {
  policies: (filter: Query<'/api/policy'>) =>
    answerTo(api.GET('/api/policy', { params: { query: { ...filter, order, view, limit: ROWS } } })),
  invoices: (filter: Query<'/api/invoice'>) =>
    answerTo(api.GET('/api/invoice', { params: { query: { ...filter, order, view, limit: ROWS } } })),
  claims: (filter: Query<'/api/claim'>) =>
    answerTo(api.GET('/api/claim', { params: { query: { ...filter, order, limit: ROWS } } })),
};

const loadPolicy = (id: string) => answerTo(api.GET('/api/policy/{id}', { params: { path: { id }, query: { view } } }));

const loadRenewals = (policyId: string) =>
  answerTo(api.GET('/api/renewal/policy/{policyId}', { params: { path: { policyId } } }));

type AuditQuery = Query<'/api/invoice/{id}/audit'>;

const audits = {
  contract: (path: { id: string }, query: AuditQuery) =>
    api.GET('/api/contract/{id}/audit', { params: { path, query } }),
  policy: (path: { id: string }, query: AuditQuery) => api.GET('/api/policy/{id}/audit', { params: { path, query } }),
  invoice: (path: { id: string }, query: AuditQuery) => api.GET('/api/invoice/{id}/audit', { params: { path, query } }),
  renewal: (path: { id: string }, query: AuditQuery) => api.GET('/api/renewal/{id}/audit', { params: { path, query } }),
  claim: (path: { id: string }, query: AuditQuery) => api.GET('/api/claim/{id}/audit', { params: { path, query } }),
};

/** What the audit trail can be asked of. */
export type AuditedKind = keyof typeof audits;

export const queries = {
  contracts: (organizationId: string, filter: Query<'/api/contract/organization/{organizationId}'>) =>
    listQuery('contracts', { organizationId, ...filter }, ({ organizationId: id, ...query }) =>
      answerTo(
        api.GET('/api/contract/organization/{organizationId}', {
          params: { path: { organizationId: id }, query: { ...query, order } },
        }),
      ),
    ),
  policies: (filter: Query<'/api/policy'>) =>
    listQuery('policies', filter, (query) =>
      answerTo(api.GET('/api/policy', { params: { query: { ...query, order, view } } })),
    ),
  invoices: (filter: Query<'/api/invoice'>) =>
    listQuery('invoices', filter, (query) =>
      answerTo(api.GET('/api/invoice', { params: { query: { ...query, order, view } } })),
    ),
  claims: (filter: Query<'/api/claim'>) =>
    listQuery('claims', filter, (query) => answerTo(api.GET('/api/claim', { params: { query: { ...query, order } } }))),
  upcoming: (filter: Query<'/api/renewal/upcoming'>) =>
    listQuery('upcoming', filter, (query) => answerTo(api.GET('/api/renewal/upcoming', { params: { query } }))),
  renewals: (filter: Query<'/api/renewal'>) =>
    listQuery('renewals', filter, (query) => answerTo(api.GET('/api/renewal', { params: { query } }))),
  /** What may be done with a renewal, asked for each version that a list has of it; its policy may change what that is. */
  renewal: ({ id, version }: { id: string; version: number }) => ({
    ...many(`renewal ${id}`, { version }, () => answerTo(api.GET('/api/renewal/{id}', { params: { path: { id } } }))),
    ...seldom,
  }),
  events: (filter: Query<'/api/events'>) =>
    listQuery('events', filter, (query) =>
      answerTo(api.GET('/api/events', { params: { query: { ...query, order } } })),
    ),
  timeline: (id: string, query: Query<'/api/timeline/{id}'>) =>
    many(`timeline of ${id}`, query, () =>
      answerTo(api.GET('/api/timeline/{id}', { params: { path: { id }, query } })),
    ),
  standing: (service: Service) => ({
    ...one(['standing', service], () =>
      answerTo(api.GET('/api/ops/{service}/standing', { params: { path: { service } } })),
    ),
    meta: byClock,
  }),
  deadLetters: ({ service, ...filter }: { service: Service } & Query<'/api/ops/{service}/dead-letters'>) => ({
    ...listQuery(`dead-letters of ${service}`, filter, (query) =>
      answerTo(api.GET('/api/ops/{service}/dead-letters', { params: { path: { service }, query } })),
    ),
    meta: byClock,
  }),
  deadLetter: (service: Service, id: string) =>
    one(['dead-letter', service, id], () =>
      answerTo(api.GET('/api/ops/{service}/dead-letters/{id}', { params: { path: { service, id } } })),
    ),
  search: (query: Query<'/api/search'>) =>
    queryOptions({
      queryKey: ['search', query],
      queryFn: () => answerTo(api.GET('/api/search', { params: { query } })),
      refetchInterval: false,
    }),
  organizations: (q: string) =>
    queryOptions({
      queryKey: ['organizations', q],
      queryFn: async () => await answerTo(api.GET('/api/organization', { params: { query: { q, limit: 20 } } })),
      refetchInterval: false,
    }),
  event: (id: string) => one(['event', id], () => answerTo(api.GET('/api/events/{id}', { params: { path: { id } } }))),
  renewalRun: (jobId: string) =>
    one(['renewal-run', jobId], () =>
      answerTo(api.GET('/api/renewal/process/{jobId}', { params: { path: { jobId } } })),
    ),
  policyRenewals: (policyId: string) => one(['renewals', policyId], () => loadRenewals(policyId)),
  /** For each row of a page; it is asked for again when the policy shows another renewal. */
  nextRenewal: ({ id, currentRenewalId, termEnd }: Renewing) => ({
    ...many(`next renewal of ${id}`, { currentRenewalId, termEnd }, () => loadRenewals(id)),
    ...seldom,
    staleTime: FRESH_MS,
  }),
  contract: (id: string) =>
    one(['contract', id], () => answerTo(api.GET('/api/contract/{id}', { params: { path: { id } } }))),
  policy: (id: string) => one(['policy', id], () => loadPolicy(id)),
  /** For each row of a page: a policy as it is once read, for what stays the same. */
  policyOnce: (id: string) => ({
    ...one(['policy once', id], () => loadPolicy(id)),
    ...seldom,
  }),
  enrollments: (id: string, filter: Query<'/api/policy/{id}/enrollments'>) =>
    listQuery(`enrollments of ${id}`, filter, (query) =>
      answerTo(api.GET('/api/policy/{id}/enrollments', { params: { path: { id }, query } })),
    ),
  audit: (of: AuditedKind, id: string, filter: Query<'/api/invoice/{id}/audit'>) =>
    listQuery(`audit of ${of} ${id}`, filter, (query) => answerTo(audits[of]({ id }, { ...query, order }))),
  changes: (id: string) =>
    one(['changes', id], () =>
      answerTo(api.GET('/api/policy/{id}/changes', { params: { path: { id }, query: { order, limit: ROWS } } })),
    ),
  invoice: (id: string) =>
    one(['invoice', id], () => answerTo(api.GET('/api/invoice/{id}', { params: { path: { id }, query: { view } } }))),
  lineItems: (id: string, filter: Query<'/api/invoice/{id}/line-items'>) =>
    listQuery(`lines of ${id}`, filter, (query) =>
      answerTo(api.GET('/api/invoice/{id}/line-items', { params: { path: { id }, query } })),
    ),
  policySummary: (query: Query<'/api/policy/summary'>) =>
    figures('policy', query, () => answerTo(api.GET('/api/policy/summary', { params: { query } }))),
  invoiceSummary: (query: Query<'/api/invoice/summary'>) =>
    figures('invoice', query, () => answerTo(api.GET('/api/invoice/summary', { params: { query } }))),
  claimSummary: (query: Query<'/api/claim/summary'>) =>
    figures('claim', query, () => answerTo(api.GET('/api/claim/summary', { params: { query } }))),
  ledger: (query: Query<'/api/ledger'>) =>
    figures('ledger', query, () => answerTo(api.GET('/api/ledger', { params: { query } }))),
  renewalSummary: (query: Query<'/api/renewal/summary'>) =>
    figures('renewal', query, () => answerTo(api.GET('/api/renewal/summary', { params: { query } }))),
  account: (organizationId: string) =>
    one(['account', organizationId], () =>
      answerTo(api.GET('/api/account/{organizationId}', { params: { path: { organizationId } } })),
    ),
  accountEntries: (organizationId: string, filter: Query<'/api/account/{organizationId}/entries'>) =>
    listQuery(`entries of ${organizationId}`, filter, (query) =>
      answerTo(
        api.GET('/api/account/{organizationId}/entries', {
          params: { path: { organizationId }, query: { ...query, order } },
        }),
      ),
    ),
  document: (of: Version) =>
    ofVersion('document', of, (path) => answerTo(api.GET('/api/invoice/{id}/document', { params: { path } }))),
  explanation: (of: Version) =>
    ofVersion('explanation', of, (path) => answerTo(api.GET('/api/invoice/{id}/explain', { params: { path } }))),
  claim: (id: string) => one(['claim', id], () => answerTo(api.GET('/api/claim/{id}', { params: { path: { id } } }))),
};
