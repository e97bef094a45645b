/** What a lookup asks for. */
export type LookupKeys = {
  claimToken?: string | null | undefined;
  reservationReferenceId?: string | null | undefined;
  /** Beside either: only a reservation that arrives then is meant. */
  arrivalDate?: string | null | undefined;
};

type Candidate = { reservationReferenceId: string };

/** The candidates that the keys find; those by reference are only the ones that the caller may see. */
export type Candidates<T extends Candidate> = { byToken: T | null; byReference: readonly T[] };

type LookupOutcome<T> = { found: T } | { refused: 'unknown' | 'contradictory' };

/**
 * Resolves a reservation. A token decides; an additional reference must be of the same reservation. A reference that
 * several organizations use is ambiguous and finds none.
 */
export const resolveLookup = <T extends Candidate>(
  keys: LookupKeys,
  { byToken, byReference }: Candidates<T>,
): LookupOutcome<T> => {
  const { claimToken, reservationReferenceId } = keys;
  if (!claimToken) {
    const [only, another] = byReference;
    return only && !another ? { found: only } : { refused: 'unknown' };
  }
  if (!byToken) return { refused: byReference.length > 0 ? 'contradictory' : 'unknown' };
  if (reservationReferenceId && reservationReferenceId !== byToken.reservationReferenceId)
    return { refused: 'contradictory' };
  return { found: byToken };
};
