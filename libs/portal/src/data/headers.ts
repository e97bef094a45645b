/** The allowed actions of a resource: the target states of each call, empty for a call without one. */
export type AllowedActions = ReadonlyMap<string, readonly string[]>;

/** `setInvoiceStatus;to=SENT, setInvoiceStatus;to=VOID, addLineItem` */
export const parseAllowedActions = (header: string | null): AllowedActions => {
  const actions = new Map<string, string[]>();
  for (const [, name, to] of (header ?? '').matchAll(/([A-Za-z]+)(?:;to=([A-Z_]+))?\s*(?:,|$)/g)) {
    const states = actions.get(name!) ?? [];
    actions.set(name!, to === undefined ? states : [...states, to]);
  }
  return actions;
};

/** The cursor of the next page in a `Link` header. */
export const nextCursor = (header: string | null): string | undefined => {
  const target = /<([^>]*)>;\s*rel="next"/.exec(header ?? '')?.[1];
  return target === undefined ? undefined : (new URL(target, 'http://here').searchParams.get('cursor') ?? undefined);
};
