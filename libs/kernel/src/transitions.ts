import { DomainError } from './errors.ts';

/** Where each state may go. A state with no targets is final. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

/**
 * Checks one move of `resource`.
 * @throws DomainError `invalid-transition` with `from`, `to` and `allowed` when the table does not have it.
 */
export const assertTransition = <S extends string>(resource: string, table: Transitions<S>, from: S, to: S): void => {
  const allowed = table[from];
  if (allowed.includes(to)) return;
  const hint = allowed.length ? `From ${from} it may go to ${allowed.join(', ')}.` : `${from} is final.`;
  throw invalidTransition(`The ${resource} cannot go from ${from} to ${to}. ${hint}`, from, to, allowed);
};

/** The refusal of a move, or, where `to` is left out, of a change that the state does not allow. */
export const invalidTransition = (
  detail: string,
  from: string,
  to = from,
  allowed: readonly string[] = [],
): DomainError => new DomainError('invalid-transition', detail, { from, to, allowed });

/** States that no path from `initial` reaches; a table is sound when there are none. */
export const unreachable = <S extends string>(table: Transitions<S>, initial: S): S[] => {
  const seen = new Set<S>([initial]);
  for (const state of seen) for (const next of table[state]) seen.add(next);
  return (Object.keys(table) as S[]).filter((state) => !seen.has(state));
};
