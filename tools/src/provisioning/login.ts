import { provisioningClient } from './client.ts';
import { withUrl } from './databases.ts';

/** Why the login of a URL is refused; undefined when it works. */
export const loginFailure = async (url: string): Promise<Error | undefined> => {
  const client = provisioningClient(url);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * The password to set for a role: undefined when it has this one. Set again it would get a new salt, and a pooler logs in
 * only with the secret that the server has.
 */
export const newPassword = async (
  url: string,
  role: string,
  password: string | undefined,
): Promise<string | undefined> =>
  password !== undefined && (await loginFailure(withUrl(url, { user: role, password }))) ? password : undefined;
