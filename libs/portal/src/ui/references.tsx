import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../data/queries.ts';

/** A policy by its reference, once that is known. */
export const PolicyLink = ({ id }: { id: string }) => {
  const { data } = useQuery(queries.policy(id));
  return (
    <Link to="/policies/$id" params={{ id }} search={({ org }) => ({ org })}>
      {data?.data.policyReference ?? 'Its policy'}
    </Link>
  );
};

/** A contract by its reference, once that is known. */
export const ContractLink = ({ id }: { id: string }) => {
  const { data } = useQuery(queries.contract(id));
  return (
    <Link to="/deals/$id" params={{ id }} search={({ org }) => ({ org })}>
      {data?.data.contractReference ?? 'Its contract'}
    </Link>
  );
};
