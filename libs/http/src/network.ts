import { isIPv6 } from 'node:net';

/** Where an address comes from, to count by. One customer of a provider has 2^64 IPv6 addresses: they count as one. */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
};

const groupsOf = (address: string): string[] => {
  const [head = [], tail] = address.split('::').map((half) => half.split(':').filter(Boolean));
  return [...head, ...Array<string>(tail ? 8 - head.length - tail.length : 0).fill('0'), ...(tail ?? [])];
};
