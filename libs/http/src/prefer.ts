/** A preference has its value as a token or in quotes (RFC 7240). */
const STRICT = /(?:^|[,;\s])handling\s*=\s*(?:strict|"strict")(?=$|[,;\s])/i;

/** Whether the caller wants unknown members refused: `handling=strict`. */
export const prefersStrict = (prefer: string | undefined): boolean => STRICT.test(prefer ?? '');
