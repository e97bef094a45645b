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

/** A caller without valid credentials on a platform that requires them. */
export const unauthenticated: Actor = { id: 'anonymous', organizations: [], roles: [] };

/** A caller with credentials that cannot be checked now, where a signature decides. */
export const unchecked: Actor = { id: 'anonymous', organizations: [], roles: [] };

/** A service acting on an event of one organization: the caller that caused the event was authorized already. */
export const systemActor = (service: string, organizationId: string): Actor => ({
  id: `system:${service}`,
  organizations: [organizationId],
  roles: everyRole,
});

/** The organizations that an actor reaches, as statements take them; null for all. */
export const visibleOrganizations = ({ organizations }: Pick<Actor, 'organizations'>): readonly string[] | null =>
  organizations === '*' ? null : organizations;

export const mayAccess = (actor: Actor, organizationId: string): boolean =>
  actor.organizations === '*' || actor.organizations.includes(organizationId);

/**
 * Rejects access to another organization's resource exactly like a resource that does not exist.
 * @throws DomainError `not-found`.
 */
export const assertOrganization = (actor: Actor, organizationId: string): void => {
  if (!mayAccess(actor, organizationId)) throw DomainError.notFound('organization', organizationId);
};

/**
 * Rejects operators of named organizations where what they operate is everyone's. `detail` is the reason that they get.
 * @throws DomainError `forbidden`.
 */
export const assertAllOrganizations = ({ organizations }: Actor, detail: string): void => {
  if (organizations !== '*') throw new DomainError('forbidden', detail, { requiredRoles: ['ops'] });
};
