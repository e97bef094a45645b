import { toDatedMembers } from './dated-members.ts';
import type { Policy } from './policy.ts';
import { type Author, type PolicyDecision, record } from './policy-in-time.ts';

/** Makes a PENDING policy cover from its termStart: the first of its changes is its issue, with all dated members. */
export const bind = (policy: Policy, context: Author): PolicyDecision => {
  const { termStart } = policy;
  const bound = { ...policy, boundAt: context.now, firstTermStart: termStart };
  return record(bound, [], { kind: 'ISSUE', effectiveFrom: termStart, members: toDatedMembers(policy) }, context);
};
