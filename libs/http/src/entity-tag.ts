/** The strong entity tag of a version of a resource. */
export const entityTag = (version: number): string => `"${version}"`;

const tags = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Whether an `If-None-Match` has this tag. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || tags(header).includes(etag));

/** `If-Match: "3"` asks for version 3; any other tag can match no version, `*` matches all. */
export const ifMatchVersion = (header: string | undefined): number | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  const versions = tags(header).map((tag) => Number(/^"(\d{1,9})"$/.exec(tag)?.[1] ?? -1));
  return Math.max(...versions);
};
