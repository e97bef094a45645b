import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '../data/api.ts';
import { Loading, ProblemView } from './states.tsx';
import { useLastError } from './steady.ts';

type ResourceProps<Data> = {
  found: UseQueryResult<Answer<Data>>;
  /** `h1` where the resource is the page. */
  heading?: 'h1' | 'h2';
  children: (answer: Answer<Data>) => ReactNode;
};

/** A resource, in any loading state; old data stays when a refetch fails, with a notice on its page. */
export const Resource = <Data,>({ found, heading = 'h2', children }: ResourceProps<Data>) => {
  const error = useLastError(found);
  const retry = (): void => void found.refetch();
  if (found.data) {
    return (
      <>
        {heading === 'h1' && error && <ProblemView error={error} onRetry={retry} />}
        {children(found.data)}
      </>
    );
  }
  if (error) return <ProblemView heading={heading} error={error} onRetry={retry} />;
  return <Loading heading={heading} />;
};
