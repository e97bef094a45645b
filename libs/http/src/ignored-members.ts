import type { IgnoredMembers } from '@staycover/api';

const MOST_NAMES = 20;
const MOST_BYTES = 1024;

/** A pointer as a header can carry it: ASCII, without the comma that separates. */
const encoded = (pointer: string): string => encodeURI(pointer.toWellFormed()).replaceAll(',', '%2C');

/**
 * The value of `Ignored-Members`: at most 20 names in 1 KiB, and the number of others. The length is bounded because
 * clients limit the size of headers.
 */
export const ignoredMembersHeader = ({ pointers, count }: IgnoredMembers): string => {
  const names: string[] = [];
  let bytes = 0;
  for (const name of pointers.slice(0, MOST_NAMES).map(encoded)) {
    if (bytes + name.length > MOST_BYTES) break;
    names.push(name);
    bytes += name.length + 2;
  }
  const more = count - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};
