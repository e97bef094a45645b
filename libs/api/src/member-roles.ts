import { everyRole, type Role } from '@staycover/kernel';

/** The role that setting each member of a body needs. */
export type MemberRoles = { readonly [member: string]: Role | ListRoles };

/** The role that setting a list needs, and those of the members of its entries. */
export type ListRoles = { role: Role; entries: MemberRoles };

/** Declares the role of every member of a body; one that is left out does not compile. */
export const rolesByMember = <Body extends object>(
  declared: Readonly<Record<keyof Body, Role | ListRoles>>,
): MemberRoles => declared;

/** A member and the role that it needs. */
export type MemberRole = { member: string; role: Role };

/** Every member with its role, as `list[].name` in the entries of a list and only where it is not the list's. */
export const memberRoles = (declared: MemberRoles): MemberRole[] =>
  Object.entries(declared).flatMap(([name, needed]) => {
    if (typeof needed === 'string') return [{ member: name, role: needed }];
    const { role, entries } = needed;
    const others = memberRoles(entries).filter((entry) => entry.role !== role);
    return [{ member: name, role }, ...others.map((entry) => ({ ...entry, member: `${name}[].${entry.member}` }))];
  });

/** The members of a body, as JSON pointers, that need a role that the caller does not have. */
export const membersBeyond = (
  held: readonly Role[],
  declared: MemberRoles,
  body: Readonly<Record<string, unknown>>,
  parent = '',
): MemberRole[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const needed = declared[name]!;
    const member = `${parent}/${name}`;
    if (typeof needed === 'string') return held.includes(needed) ? [] : [{ member, role: needed }];
    if (!held.includes(needed.role)) return [{ member, role: needed.role }];
    return (value as Record<string, unknown>[]).flatMap((entry, index) =>
      membersBeyond(held, needed.entries, entry, `${member}/${index}`),
    );
  });

/** The roles among some members, each once, in the order in which roles are declared. */
export const rolesAmong = (members: readonly MemberRole[]): Role[] =>
  everyRole.filter((role) => members.some((member) => member.role === role));

const MAX_NAMED = 100;

/** How the members that need other roles are named in a refusal: the first in words, at most 100 of them. */
export const describeBeyond = (
  beyond: readonly MemberRole[],
): { detail: string; requiredRoles: Role[]; members: string[] } => {
  const requiredRoles = rolesAmong(beyond);
  const members = beyond.slice(0, MAX_NAMED).map(({ member }) => member);
  const rest = beyond.length > 1 ? ` (and ${beyond.length - 1} more)` : '';
  return { detail: `${members[0]}${rest} needs the role ${requiredRoles.join(' and ')}.`, requiredRoles, members };
};
