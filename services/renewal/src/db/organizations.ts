import { type Actor, mayAccess, visibleOrganizations } from '@staycover/kernel';

/** The organizations to read rows of: the one that is asked for, else those that the actor reaches; null for all. */
export const organizationsToRead = (actor: Actor, organizationId: string | undefined): readonly string[] | null => {
  if (organizationId === undefined) return visibleOrganizations(actor);
  return mayAccess(actor, organizationId) ? [organizationId] : [];
};

/**
 * The condition that a row is of these organizations, as SQL that follows another one, with its parameter added to
 * `params`. One organization is an equality: its index then has the rows in the order of a list.
 */
export const inOrganizations = (organizations: readonly string[] | null, column: string, params: unknown[]): string => {
  if (organizations === null) return '';
  return organizations.length === 1
    ? `and ${column} = $${params.push(organizations[0])}`
    : `and ${column} = any($${params.push(organizations)}::text[])`;
};
