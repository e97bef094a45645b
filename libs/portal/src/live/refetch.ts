import type { QueryClient } from '@tanstack/react-query';

/**
 * For what no event announces, and for what takes many calls at once: it is read again by the clock alone, because the
 * requests of a caller to one route are limited.
 */
export const byClock = { isByClock: true };

const SELDOM_MS = 5 * 60_000;

/** For what is asked for each row of a page, and mostly the same as long as a version is: it is read once, then seldom. */
export const seldom = { staleTime: 'static', refetchInterval: SELDOM_MS, meta: byClock } as const;

/** A tab in the background reads when it is looked at again. */
const refetchType = (): 'none' | 'active' =>
  typeof document !== 'undefined' && document.visibilityState === 'hidden' ? 'none' : 'active';

/**
 * Reads what the page shows anew. What is being read is read once more when its answer is there: a slow answer is waited
 * for, and never asked for twice at a time. What fails meanwhile is read again when more happens, or by the clock.
 */
export const createRefetch = (client: QueryClient): (() => void) => {
  const cache = client.getQueryCache();
  const missed = new Set<string>();
  cache.subscribe(({ query: { queryHash, queryKey, state } }) => {
    // A failure must be drawn before it is asked again, or the page only ever shows that it loads.
    if (state.fetchStatus !== 'idle' || !missed.delete(queryHash) || state.status === 'error') return;
    queueMicrotask(() => void client.invalidateQueries({ queryKey, exact: true, refetchType: refetchType() }));
  });
  return () => {
    for (const { queryHash } of cache.findAll({ type: 'active', fetchStatus: 'fetching' })) missed.add(queryHash);
    void client.invalidateQueries({
      predicate: ({ meta, state }) => state.fetchStatus === 'idle' && meta?.['isByClock'] !== true,
      refetchType: refetchType(),
    });
  };
};
