export type Lockfile = {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
};

type LockedPackage = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  optional?: boolean;
  os?: string[];
};

const packageName = (path: string): string => path.split('node_modules/').at(-1)!;

/**
 * Faults of a lockfile, a line each: a download address other than the configured registry, content without a strong hash,
 * or an unapproved install script. An optional build for one platform may have no hash, because not every registry has
 * them all.
 */
export const lockfileFaults = (
  { lockfileVersion, packages }: Lockfile,
  decidedScripts: readonly string[],
): string[] => {
  const faults = lockfileVersion === 3 ? [] : [`lockfileVersion is ${lockfileVersion}, not 3`];
  for (const [path, locked] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || locked.link) continue;
    faults.push(
      ...packageFaults(locked, decidedScripts.includes(packageName(path))).map((fault) => `${path}: ${fault}`),
    );
  }
  return faults;
};

const isPlatformBuild = ({ optional, os }: LockedPackage): boolean => optional === true && os !== undefined;

const packageFaults = (locked: LockedPackage, decided: boolean): string[] => {
  const { version, resolved, integrity, hasInstallScript } = locked;
  const pinned = integrity === undefined ? isPlatformBuild(locked) : /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity);
  return [
    ...(resolved === undefined ? [] : ['names the address it comes from']),
    ...(pinned ? [] : ['has no SHA-512 of its content']),
    ...(/^\d+\.\d+\.\d+/.test(version ?? '') ? [] : ['is no released version']),
    ...(hasInstallScript && !decided
      ? ['runs a script at install; allow or forbid it in allowScripts of package.json']
      : []),
  ];
};
