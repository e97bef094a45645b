import { isIPv6 } from 'node:net';

/** An address with a port, as some proxies state it: each connection would count as another client. */
const WITH_PORT = /^(?:\[(?<v6>.+)\](?::\d+)?|(?<v4>\d+\.\d+\.\d+\.\d+):\d+)$/;

/** Where an address comes from, to count by. One customer of a provider has 2^64 IPv6 addresses: they count as one. */
export const networkPrefix = (address: string): string => {
  const { v4, v6 } = WITH_PORT.exec(address)?.groups ?? {};
  const plain = (v4 ?? v6 ?? address).replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? `${expandGroups(plain).slice(0, 4).join(':')}::/64` : plain;
};

const expandGroups = (address: string): string[] => {
  const [head = [], tail] = address.split('::').map((half) => half.split(':').filter(Boolean));
  return [...head, ...Array<string>(tail ? 8 - head.length - tail.length : 0).fill('0'), ...(tail ?? [])];
};
