/** The strong entity tag of a version of a resource. */
export const entityTag = (version: number): string => `"${version}"`;

const tags = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Whether an `If-None-Match` has this tag. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || tags(header).includes(etag));

/** `If-Match: "3", "4"` asks for version 3 or 4; any other tag can match no version, `*` matches all. */
export const ifMatchVersions = (header: string | undefined): readonly number[] | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  return tags(header).flatMap((tag) => Number(/^"([1-9]\d{0,8})"$/.exec(tag)?.[1] ?? NaN) || []);
};
