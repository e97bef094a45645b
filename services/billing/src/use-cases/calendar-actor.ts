import type { Actor } from '@staycover/kernel';

/** Who invoices and credits policies when the calendar asks for it. */
export const calendarActor: Actor = { id: 'billing-calendar', organizations: '*', roles: ['read', 'write'] };
