import { readList } from '@staycover/kernel';

/** A login to NATS, where there is one. */
type Login = { user?: string; pass?: string };

/** What the client needs to reach NATS. */
type NatsAddress = { servers: string[] } & Login;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The client of NATS leaves out a login that is in an address. */
const loginIn = (address: string): Login => {
  const { username = '', password = '' } = URL.parse(address) ?? {};
  return username ? { user: decode(username), pass: decode(password) } : {};
};

/** Addresses, separated by commas, with the login that is given, else with that of the first address. */
export const natsAddress = (
  urls: string,
  { user, password }: { user?: string | undefined; password?: string | undefined } = {},
): NatsAddress => {
  const servers = readList(urls, ',');
  return { servers, ...(user ? { user, pass: password ?? '' } : loginIn(servers[0]!)) };
};
