import { type KeptElection, type StatedElection, scopeKey } from './election.ts';
import { byPrecedence, SPECIFICITY } from './election-timeline.ts';

/** What is priced by elections with a rate or a plan, other than `before`, which a stated one replaces. */
export type ElectedRates = {
  /** Whether a broader election prices what a stated one is about, here or on another policy. */
  isUnder(stated: StatedElection, before?: KeptElection): boolean;
  /** The first that decides of the others of its scope, or of all groups for a group: they may have properties in common. */
  findBeside(stated: StatedElection, before?: KeptElection): KeptElection | undefined;
};

type Scope = Pick<StatedElection, 'scopeType' | 'scopeId'>;

const besideKey = (scope: Scope): string => (scope.scopeType === 'GROUP' ? 'GROUP' : scopeKey(scope));

/** Sorted once: a statement may have hundreds of elections, and be made beside tens of thousands. */
export const indexRates = (
  rated: readonly KeptElection[],
  takesByName: (propertyId: string) => boolean,
): ElectedRates => {
  const byType = Map.groupBy(rated, ({ scopeType }) => scopeType);
  const byKey = Map.groupBy(rated, besideKey);
  const sorted = new Map<string, readonly KeptElection[]>();
  const inOrder = (key: string) => sorted.getOrInsertComputed(key, () => (byKey.get(key) ?? []).toSorted(byPrecedence));
  return {
    isUnder({ scopeType, scopeId }, before) {
      const isBroaderRated = [...byType].some(
        ([type, elections]) => SPECIFICITY[type] < SPECIFICITY[scopeType] && elections.some((one) => one !== before),
      );
      return isBroaderRated || (scopeType === 'PROPERTY' && takesByName(scopeId!));
    },
    findBeside: (stated, before) =>
      inOrder(besideKey(stated)).find((one) => one !== before && one.electionId !== stated.electionId),
  };
};
