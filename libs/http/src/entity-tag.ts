/** The strong entity tag of a version of a resource. */
export const entityTag = (version: number): string => `"${version}"`;
