import { once } from '@staycover/kernel';
import type { documentChecks } from './document-checks.ts';

declare global {
  /** The checks that all suites of a Jest worker have in common: compiling them takes longer than most suites. */
  var sharedChecks: typeof documentChecks | undefined;
}

/** The checks of this process, which are loaded when there is something to check. */
export const loadChecks = once(
  async (): Promise<typeof documentChecks> =>
    globalThis.sharedChecks ?? (await import('./document-checks.ts')).documentChecks,
);
