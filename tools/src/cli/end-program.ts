/** Ends a program that had many connections. Node alone sometimes waits for ever, at full speed, for sockets that are gone. */
export const endProgram = (code: number): never => process.exit(code);
