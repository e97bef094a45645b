import { queryOptions, useQuery } from '@tanstack/react-query';
import { byClock } from '../live/refetch.ts';
import { answerTo, api } from './api.ts';
import type { Role } from './role.ts';

/** The current caller as the platform sees it; fetched after each sign-in. */
export const whoIAm = queryOptions({
  queryKey: ['me'],
  queryFn: async () => (await answerTo(api.GET('/api/me'))).data,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: false,
  meta: byClock,
});

/** Whether this reader has a role; undefined until that is known. */
export const useHasRole = (role: Role): boolean | undefined => {
  const { data: hasRole } = useQuery({ ...whoIAm, select: ({ roles }) => roles.includes(role) });
  return hasRole;
};

/** Which of some roles this reader does not have; undefined until that is known. */
export const useMissingRoles = (needed: readonly Role[]): Role[] | undefined => {
  const { data: missing } = useQuery({
    ...whoIAm,
    select: ({ roles }) => needed.filter((role) => !roles.includes(role)),
  });
  return missing;
};

/** Whether this reader operates the platform; undefined until that is known. */
export const useIsOperator = (): boolean | undefined => useHasRole('ops');

/** Whether this reader operates the platform for all organizations, who share its clock; undefined until that is known. */
export const useOperatesForAll = (): boolean | undefined => {
  const { data: operates } = useQuery({
    ...whoIAm,
    select: ({ roles, organizations }) => roles.includes('ops') && organizations.includes('*'),
  });
  return operates;
};

/** The organization of a reader who has no other. */
export const useOnlyOrganization = (): string | undefined => {
  const { data: me } = useQuery(whoIAm);
  const [only, ...others] = me?.organizations ?? [];
  return only === '*' || others.length > 0 ? undefined : only;
};
