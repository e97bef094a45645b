/**
 * Ends a program that had many connections. Node alone waits for ever for sockets that are gone, at times at full speed, and
 * for servers that do not answer.
 */
export const endProgram = (code: number): never => process.exit(code);
