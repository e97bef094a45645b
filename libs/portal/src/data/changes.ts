import type { Resource } from '@staycover/client';
import { isolated, moment, readable, words } from './format.ts';

type Change = Resource<'PolicyChange'>;

/** The latest day of effect first; on one day, the last recorded first. */
export const inOrderOfEffect = (changes: readonly Change[]): Change[] =>
  changes.toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom) || b.sequence - a.sequence);

type Standing = Pick<Resource<'Policy'>, 'status' | 'nextChangeOn'>;

const ENDED: ReadonlySet<Standing['status']> = new Set(['CANCELLED', 'SUPERSEDED']);

/** The first day to come on which a recorded change takes effect; there is none where cover has ended for good. */
export const nextChange = ({ status, nextChangeOn }: Standing): string | null =>
  ENDED.has(status) ? null : nextChangeOn;

export const isAhead = (change: Change, policy: Standing): boolean => {
  const next = nextChange(policy);
  return change.withdrawnAt === null && next !== null && change.effectiveFrom >= next;
};

/** A change of a later day than that from which the policy is cancelled: it does not take effect while that holds. */
export const isOvertaken = (
  { withdrawnAt, effectiveFrom }: Pick<Change, 'withdrawnAt' | 'effectiveFrom'>,
  { cancellation }: Pick<Resource<'Policy'>, 'cancellation'>,
): boolean => withdrawnAt === null && cancellation !== null && effectiveFrom > cancellation.effectiveDate;

const SCHEDULED: ReadonlySet<Change['kind']> = new Set(['CHANGE', 'SUSPEND', 'RESUME', 'CANCEL', 'EXPIRE']);

/** What people schedule; an issue, a renewal or a hand-over stands or falls with the policy that it makes. */
export const canBeWithdrawn = (change: Change, policy: Standing): boolean =>
  SCHEDULED.has(change.kind) && isAhead(change, policy);

/** When a change was withdrawn and by whom, where that is known; null for one that stands. */
export const withdrawalWords = ({
  withdrawnAt,
  withdrawnBy,
}: Pick<Change, 'withdrawnAt' | 'withdrawnBy'>): string | null =>
  withdrawnAt && `Withdrawn ${moment(withdrawnAt)}${withdrawnBy ? ` by ${isolated(withdrawnBy)}` : ''}`;

const MOST = 200;

const cut = (text: string): string => {
  if (text.length <= MOST) return text;
  const shown = text.slice(0, MOST);
  return shown.lastIndexOf('\u2068') > shown.lastIndexOf('\u2069') ? `${shown}…\u2069` : `${shown}…`;
};

const printed = (value: unknown, member: string): string => cut(formatValue(value, member));

/** An object by its members that say something, a list by its items. */
const writtenParts = (value: unknown, member: string): string[] => {
  if (isNothing(value)) return ['none'];
  if (Array.isArray(value)) return value.map((item) => formatValue(item, member));
  if (typeof value !== 'object') return [isolated(readable(value, member))];
  const members = Object.entries(value!).filter(([, part]) => !isNothing(part));
  return members.map(([name, part]) => `${memberWords(name)} ${formatValue(part, name)}`);
};

const joined = (parts: readonly string[], value: unknown): string => parts.join(Array.isArray(value) ? '; ' : ', ');

const formatValue = (value: unknown, member: string): string => joined(writtenParts(value, member), value);

/** Both sides of a change. What they have in common is left out where it would push what differs out of sight. */
const bothSides = (before: unknown, after: unknown, member: string): [string, string] => {
  const [from, to] = [writtenParts(before, member), writtenParts(after, member)];
  const whole: [string, string] = [joined(from, before), joined(to, after)];
  if (whole.every((text) => text.length <= MOST)) return whole;
  const differing = (parts: string[], others: string[]) => {
    const own = parts.filter((part) => !others.includes(part));
    return own.length === parts.length ? own : ['…', ...own];
  };
  return [cut(joined(differing(from, to), before)), cut(joined(differing(to, from), after))];
};

/** Members without a value say nothing; the first change names every one. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.values(value).every(isNothing));

/** `ratePerNight` in words. */
const memberWords = (name: string): string => name.replaceAll(/[A-Z0-9]+/g, (part) => ` ${part.toLowerCase()}`);

/** For something new, members without a value are left out; elsewhere, those that have none before and after. */
export const newsIn = ({ kind, changes }: Resource<'AuditEntry'>) =>
  changes.filter(({ before, after }) => !isNothing(after) || (kind !== 'ADDED' && !isNothing(before)));

/** The change of a member, from and to; for an added or removed member, its value. */
export const fromTo = (
  { member, before, after }: Resource<'AuditEntry'>['changes'][number],
  kind: Resource<'AuditEntry'>['kind'],
): string => {
  const name = memberWords(member);
  if (kind === 'ADDED') return `${name}: ${printed(after, member)}`;
  if (kind === 'REMOVED') return `${name}: ${printed(before, member)}, removed`;
  return `${name}: ${bothSides(before, after, member).join(' → ')}`;
};

/** A change in words, one line each. */
export const changeWords = ({ kind, members, status, addedRates, reason, note }: Change): string[] => [
  ...(status === null ? [] : [`state: ${words(status)}`]),
  ...Object.entries(members)
    .filter(([, value]) => kind !== 'ISSUE' || !isNothing(value))
    .map(([name, value]) => `${memberWords(name)}: ${printed(value, name)}`),
  ...addedRates.map((added) => `rate: ${printed(added, 'addedRates')}`),
  ...(reason === null ? [] : [`because: ${isolated(kind === 'CORRECTION' ? reason : words(reason))}`]),
  ...(note === null ? [] : [isolated(note)]),
];
