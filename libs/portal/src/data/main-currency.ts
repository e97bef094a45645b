type Counted = { currency: string; states: readonly { count: number }[] };

/** Of some currencies, that with the most invoices: the first one where no other has more. */
export const mainCurrency = (names: readonly string[], invoices: readonly Counted[]): string | undefined => {
  const counts = new Map(
    invoices.map(({ currency, states }) => [currency, states.reduce((sum, { count }) => sum + count, 0)]),
  );
  return names.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))[0];
};
