import { isRecord, isStorable } from '@staycover/kernel';

/** What an event carries; a release may read events of types that it does not know. */
export type Data = Readonly<Record<string, unknown>>;

const NOTHING: Data = {};

export const member = (data: Data, name: string): unknown => (Object.hasOwn(data, name) ? data[name] : undefined);

/** A member that is an object; an empty one when it is not. */
export const recordIn = (data: Data, name: string): Data => {
  const value = member(data, name);
  return isRecord(value) ? value : NOTHING;
};

/** A member as a short text; undefined when there is none. */
export const memberText = (data: Data, name: string): string | undefined => {
  const value = member(data, name);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && isName(value) ? value : undefined;
};

/** Whether a text can be kept as a name of something: it is short, and PostgreSQL stores it. */
export const isName = (text: string): boolean => text.length > 0 && text.length <= 255 && isStorable(text);
