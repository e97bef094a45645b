import { eventually } from '@staycover/testing';

/** Ends a server and waits until it is gone. */
export const end = async ({ pid }: { pid?: number }, signal: NodeJS.Signals): Promise<void> => {
  process.kill(pid!, signal);
  await eventually('the server is gone', () => !isAlive(pid!), 20_000);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
