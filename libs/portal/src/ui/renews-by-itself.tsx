import { useQuery } from '@tanstack/react-query';
import { queries } from '../data/queries.ts';
import { dependsOnRenewal, type Renewing, renewsByItself } from '../data/renews.ts';

/** Whether a policy goes on by itself after its term, by what became of its renewal. */
export const RenewsByItself = ({ policy }: { policy: Renewing }) => {
  const isAsked = dependsOnRenewal(policy);
  const { data: found, error } = useQuery({ ...queries.nextRenewal(policy), enabled: isAsked });
  return isAsked && error && !found ? 'unknown' : renewsByItself(policy, found?.data);
};
