/** A preference has its value as a token or in quotes (RFC 7240). */
const STRICT = /(?:^|[,;\s])handling\s*=\s*(?:strict|"strict")(?=$|[,;\s])/i;

/** Whether unknown members are to be faults, as of every body that is not signed. */
export const prefersStrict = (prefer: string | undefined): boolean => STRICT.test(prefer ?? '');
