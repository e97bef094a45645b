import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '../data/api.ts';
import { Loading, ProblemView } from './states.tsx';

type ResourceProps<Data> = { found: UseQueryResult<Answer<Data>>; children: (answer: Answer<Data>) => ReactNode };

/** A resource, in any loading state; old data stays when a refetch fails. */
export const Resource = <Data,>({ found, children }: ResourceProps<Data>) => {
  if (found.data) return children(found.data);
  if (found.isError) return <ProblemView heading="h1" error={found.error} onRetry={() => void found.refetch()} />;
  return <Loading />;
};
