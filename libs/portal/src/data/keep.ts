type ListKey = readonly [name: string, filter: object];

const organizationIn = (filter: unknown): unknown =>
  (filter as { organizationId?: unknown } | undefined)?.organizationId;

/**
 * What a list shows while another page or filter of it comes: what it showed before, but never the rows or amounts of another
 * organization or resource. A part has the name of its resource.
 */
export const keepWithin =
  ([name, filter]: ListKey) =>
  <Data>(previous: Data | undefined, before?: { queryKey: readonly unknown[] }): Data | undefined =>
    before?.queryKey[0] === name && organizationIn(before.queryKey[1]) === organizationIn(filter)
      ? previous
      : undefined;
