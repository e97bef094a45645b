import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { type Answer, answerTo, api } from '../data/api.ts';
import {
  canBeWithdrawn,
  changeWords,
  inOrderOfEffect,
  isAhead,
  isOvertaken,
  withdrawalWords,
} from '../data/changes.ts';
import { day, moment, words } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Action } from '../ui/action.tsx';
import { Resource } from '../ui/resource.tsx';
import { Empty } from '../ui/states.tsx';

type Policy = ResourceOf<'Policy'>;
type Change = ResourceOf<'PolicyChange'>;

/** The dated changes of a policy on a line, by the day of their effect. */
export const PolicyChanges = ({ answer }: { answer: Answer<Policy> }) => {
  const { data: policy, allowed, etag } = answer;
  const found = useQuery(queries.changes(policy.id));
  const canWithdraw = allowed.has('withdrawPolicyChange');
  return (
    <Resource found={found}>
      {({ data: changes, next }) =>
        changes.length === 0 ? (
          <Empty title="No dated changes">
            <p>Changes have a day of their own from when the policy is active.</p>
          </Empty>
        ) : (
          <>
            {next !== undefined && <p className="faint">The newest {changes.length} changes</p>}
            <ol className="line">
              {inOrderOfEffect(changes).map((change) => (
                <li key={change.sequence} className={changeClass(change, policy)}>
                  <p>
                    <strong>{day(change.effectiveFrom)}</strong> · {words(change.kind)}
                    {standing(change, policy)}
                  </p>
                  {changeWords(change).map((line) => (
                    <p key={line}>{line}</p>
                  ))}
                  <p className="faint">
                    Recorded {moment(change.recordedAt)} by {change.recordedBy}, version {change.policyVersion}
                  </p>
                  {change.withdrawnAt !== null && <p className="faint">{withdrawalWords(change)}</p>}
                  {isOvertaken(change, policy) && (
                    <p className="faint">The policy is cancelled from {day(policy.cancellation?.effectiveDate)}</p>
                  )}
                  {canWithdraw && canBeWithdrawn(change, policy) && (
                    <Withdraw change={change} policy={policy} etag={etag} />
                  )}
                </li>
              ))}
            </ol>
          </>
        )
      }
    </Resource>
  );
};

const standing = (change: Change, policy: Policy): string => {
  if (change.withdrawnAt !== null) return ' · withdrawn';
  if (isOvertaken(change, policy)) return ' · without effect';
  return isAhead(change, policy) ? ' · ahead' : '';
};

const changeClass = (change: Change, policy: Policy): string => {
  if (change.withdrawnAt !== null || isOvertaken(change, policy)) return 'withdrawn';
  return isAhead(change, policy) ? 'ahead' : '';
};

type WithdrawProps = { change: Change; policy: Policy; etag: string | undefined };

const Withdraw = ({ change, policy, etag }: WithdrawProps) => (
  <Action
    verb="Withdraw"
    isFinal
    send={() =>
      answerTo(
        api.DELETE('/api/policy/{id}/changes/{sequence}', {
          params: { path: { id: policy.id, sequence: change.sequence } },
          headers: { 'If-Match': etag },
        }),
      )
    }
  >
    <p>
      {policy.policyReference} stays as it is on {day(change.effectiveFrom)}: {words(change.kind)} does not take effect.
    </p>
  </Action>
);
