import { toDatedMembers } from './dated-members.ts';
import { type Context, type PolicyDecision, type PolicyInTime, record } from './policy-in-time.ts';

/** Makes a PENDING policy cover from its termStart: the first of its changes is its issue, with all dated members. */
export const bind = (policy: PolicyInTime, context: Context): PolicyDecision => {
  const { termStart } = policy;
  const bound = { ...policy, boundAt: context.now, firstTermStart: termStart };
  return record(bound, [], { kind: 'ISSUE', effectiveFrom: termStart, members: toDatedMembers(policy) }, context);
};
