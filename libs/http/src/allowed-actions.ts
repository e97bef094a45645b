import { rolesForEntry, routes } from '@staycover/api';
import type { Role } from '@staycover/kernel';

/** What the state of a resource allows, by `operationId`: the states that the call may lead to, or whether it may be made. */
export type AllowedActions = Readonly<Record<string, boolean | readonly string[]>>;

const rolesByOperation = new Map(routes.map((route) => [route.operationId, rolesForEntry(route)]));

/**
 * The `Allowed-Actions` header, a list (RFC 9651) of the calls that the state allows and one of `held` roles may make:
 * `setInvoiceStatus;to=SENT, setInvoiceStatus;to=VOID, addLineItem`.
 */
export const allowedActionsHeader = (actions: AllowedActions, held: readonly Role[]): string =>
  Object.entries(actions)
    .filter(([call]) => rolesByOperation.get(call)?.some((role) => held.includes(role)))
    .flatMap(([call, allowed]) => {
      if (typeof allowed === 'boolean') return allowed ? [call] : [];
      return allowed.map((state) => `${call};to=${state}`);
    })
    .join(', ');
