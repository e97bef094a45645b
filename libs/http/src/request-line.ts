/** The path of a request target, without its query. */
export const requestPath = (target: string): string => target.split('?', 1)[0]!;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request of this method changes nothing. */
export const isRead = (method: string): boolean => READS.has(method);
