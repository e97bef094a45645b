type Entry = {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

export type Lockfile = { packages: Record<string, Entry> };

const OS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'netbsd', 'sunos', 'win32'];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const CPU_ALIAS: Record<string, string> = { armv6: 'arm', armv7: 'arm', gnueabihf: 'arm' };

/** The platform in a package's name, e.g. `@nx/nx-linux-x64-musl`. */
const parsePlatform = (name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> => {
  const words = name.split(/[-/]/);
  const os = words.find((word) => OS.includes(word)) ?? (words.includes('windows') ? 'win32' : undefined);
  const cpu = words.map((word) => CPU_ALIAS[word] ?? word).find((word) => CPU.includes(word));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && os === 'linux' && { libc: [libc] }) };
};

/** Optional packages for other platforms that the lock file should name but does not. */
export const missingOptional = ({ packages }: Lockfile): [path: string, entry: Entry][] =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map(([name, version]): [string, Entry] => [
        `node_modules/${name}`,
        { version: version.replace(/^[^\d]*/, ''), ...parsePlatform(name), ...(dev && { dev }), optional: true },
      ]),
  );

/** The lock file with every optional package named, sorted as npm sorts. */
export const completed = (lockfile: Lockfile): Lockfile => {
  const packages = { ...lockfile.packages, ...Object.fromEntries(missingOptional(lockfile)) };
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
};
