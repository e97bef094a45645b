import { useRouter } from '@tanstack/react-router';
import { useMissingRoles } from '../data/me.ts';
import { rolesFor, startCalls } from '../data/start-calls.ts';

/** The calls of a first visit to this platform, and the roles for them that this reader does not have. */
export const useStartCalls = () => {
  const asksForCredentials = useRouter().options.context.platform.authMode !== 'off';
  const calls = startCalls(asksForCredentials);
  return { asksForCredentials, calls, missing: useMissingRoles(rolesFor(calls)) };
};

/** What the calls of a first visit begin with; undefined for readers who may not send them all. */
export const useFirstVisit = (): 'deal' | 'policy' | undefined => {
  const { asksForCredentials, missing } = useStartCalls();
  if (missing?.length !== 0) return undefined;
  return asksForCredentials ? 'policy' : 'deal';
};
