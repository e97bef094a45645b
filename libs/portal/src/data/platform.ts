import type { IssuerSettings } from '../auth/issuer.ts';

/** What the portal must know of the platform that it is served by. */
export type PlatformFacts = {
  authMode: 'off' | 'jwt';
  sandbox: boolean;
  version: string;
  signIn?: IssuerSettings;
  traceUrl?: string;
};

export const loadPlatform = async (): Promise<PlatformFacts> =>
  (await fetch('/portal/config.json')).json() as Promise<PlatformFacts>;
