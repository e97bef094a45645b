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
};

const nameOf = (path: string): string => path.split('node_modules/').at(-1)!;

/**
 * What a lockfile must not say, a line each: an address to fetch from other than the registry that whoever installs has
 * chosen, content that no strong hash pins, or a script at install that nobody decided on.
 */
export const lockfileFaults = ({ lockfileVersion, packages }: Lockfile, decidedScripts: readonly string[]): string[] => {
  const faults = lockfileVersion === 3 ? [] : [`lockfileVersion is ${lockfileVersion}, not 3`];
  for (const [path, locked] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || locked.link) continue;
    faults.push(...packageFaults(locked, decidedScripts.includes(nameOf(path))).map((fault) => `${path}: ${fault}`));
  }
  return faults;
};

const packageFaults = ({ version, resolved, integrity, hasInstallScript }: LockedPackage, decided: boolean): string[] => [
  ...(resolved === undefined ? [] : ['names the address it comes from']),
  ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : ['has no SHA-512 of its content']),
  ...(/^\d+\.\d+\.\d+/.test(version ?? '') ? [] : ['is no released version']),
  ...(hasInstallScript && !decided ? ['runs a script at install; allow or forbid it in allowScripts of package.json'] : []),
];
