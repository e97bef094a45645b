import { DomainError } from './errors.ts';

/** Who acts, for which organizations. `id` goes into createdBy and lastModifiedBy. */
export type Actor = {
  readonly id: string;
  readonly organizations: readonly string[] | '*';
  readonly roles: readonly Role[];
};

/** What a caller may be allowed to do. No role contains another. */
export const everyRole = ['read', 'write', 'underwrite', 'finance', 'adjust', 'ops'] as const;
export type Role = (typeof everyRole)[number];

/** The caller of an open platform (`AUTH_MODE=off`). */
export const anonymous: Actor = { id: 'anonymous', organizations: '*', roles: everyRole };

/** A caller without credentials on a platform that asks for them. */
export const nobody: Actor = { id: 'anonymous', organizations: [], roles: [] };

/** A service acting on an event of one organization: whoever caused the event had the rights that it took. */
export const systemActor = (service: string, organizationId: string): Actor => ({
  id: `system:${service}`,
  organizations: [organizationId],
  roles: everyRole,
});

export const mayAccess = (actor: Actor, organizationId: string): boolean =>
  actor.organizations === '*' || actor.organizations.includes(organizationId);

/**
 * Refuses what is for an organization that the actor does not act for, as if there were none.
 * @throws DomainError `not-found`.
 */
export const assertOrganization = (actor: Actor, organizationId: string): void => {
  if (!mayAccess(actor, organizationId)) throw DomainError.notFound('organization', organizationId);
};
