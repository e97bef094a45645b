/** Output goes into a pipe as its reader takes it; `process.exit` drops what waits. A reader that is gone fails the write. */
const isWritten = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write('', () => resolve()));

/**
 * Ends a program that had many connections, once its output is written. Node alone waits for ever for sockets that are gone,
 * at times at full speed, and for servers that do not answer.
 */
export const endProgram = async (code: number): Promise<never> => {
  await Promise.all([process.stdout, process.stderr].map(isWritten));
  process.exit(code);
};
