import { userInfo } from 'node:os';

/** Who runs a command; in a container the user may be a number alone. */
export const operatorName = (readUser: () => { username: string } = userInfo): string => {
  try {
    return readUser().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
};
