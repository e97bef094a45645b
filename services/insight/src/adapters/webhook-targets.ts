import { lookup as lookupByHost, Resolver } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { DomainError } from '@staycover/kernel';

/** Where events may be sent: `public` addresses by https, or with `local` also this machine, by http. */
export type WebhookTargets = 'public' | 'local';

/** Addresses that are not public, by the IANA registries; IPv4 within IPv6 counts as IPv4. */
const SPECIAL = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  // Only 2000::/3 is given out; of that not what tunnels, translates or documents.
  ipv6: [
    '100::/8',
    '200::/7',
    '400::/6',
    '800::/5',
    '1000::/4',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '4000::/2',
    '8000::/1',
  ],
};

/** This machine's own addresses. */
const LOOPBACK = { ipv4: ['127.0.0.0/8'], ipv6: ['::1/128'] } as const;

type Ranges = Record<'ipv4' | 'ipv6', readonly string[]>;

const block = (list: BlockList, ranges: Ranges): void => {
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const range of ranges[family]) {
      const [net, prefix] = range.split('/') as [string, string];
      list.addSubnet(net, Number(prefix), family);
    }
  }
};

const publicOnly = new BlockList();
block(publicOnly, SPECIAL);
block(publicOnly, LOOPBACK);
// 0000::/8, without `::ffff:0:0/96`: that is IPv4, see above.
publicOnly.addRange('::', '::fffe:ffff:ffff', 'ipv6');
publicOnly.addRange('::1:0:0:0', 'ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6');

/** Addresses that no socket is opened to; it is looked at as a socket connects, whatever its name meant before. */
export const blockedFor = (targets: WebhookTargets): BlockList => {
  if (targets === 'public') return publicOnly;
  const list = new BlockList();
  block(list, { ...SPECIAL, ipv6: ['fc00::/7', 'fe80::/10', 'ff00::/8'] });
  return list;
};

const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Checks an address that events are to be sent to.
 * @throws DomainError `invalid-request` for one that can never be called.
 */
export const assertTarget = (url: string, targets: WebhookTargets): void => {
  const { protocol, hostname } = parseTarget(url);
  const refuse = (detail: string) => DomainError.invalid([{ pointer: '/url', detail }]);
  if (targets === 'public' && protocol !== 'https:') throw refuse('must be an https address');
  const host = hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  if (targets === 'public' && LOCAL_NAME.test(host))
    throw refuse(`must be a public address: ${host} is a name of a local network`);
  const family = isIP(host);
  if (family > 0 && blockedFor(targets).check(host, family === 6 ? 'ipv6' : 'ipv4'))
    throw refuse(`must be a public address: ${host} is private, link-local or reserved`);
};

const parseTarget = (url: string): URL => {
  const found = URL.parse(url);
  if (found) return found;
  throw DomainError.invalid([{ pointer: '/url', detail: 'must be an address' }]);
};

const DNS_WITHIN_MS = 3_000;

/**
 * How names are looked up: without the threads that the whole process shares, which slow names would use up. `local`
 * also knows what only this machine knows.
 */
export const lookupFor = (targets: WebhookTargets): LookupFunction => {
  if (targets === 'local') return lookupByHost as LookupFunction;
  const resolver = new Resolver({ timeout: DNS_WITHIN_MS, tries: 2 });
  return (hostname, { all }, callback) => {
    resolver.resolve4(hostname, (error, v4 = []) => {
      if (v4.length > 0) return answer(v4, 4);
      resolver.resolve6(hostname, (error6, v6 = []) => (v6.length > 0 ? answer(v6, 6) : fail(error ?? error6)));
    });
    const fail = (error: NodeJS.ErrnoException | null): void => callback(error ?? new Error('no address'), []);
    const answer = (found: string[], family: 4 | 6): void => {
      if (all)
        callback(
          null,
          found.map((address) => ({ address, family })),
        );
      else callback(null, found[0]!, family);
    };
  };
};
