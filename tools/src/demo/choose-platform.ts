import { type Addresses, findRunning } from '../platform/running.ts';
import { isSandbox } from './year-stage.ts';

/** The platform that runs, or why the demo starts one of its own. */
type Choice = { running: Addresses } | { ownFor: string };

/**
 * Where the demo plays: it brings no credentials, and a year needs a sandbox.
 * @throws Error where `GATEWAY_URL` names a platform on which it cannot.
 */
export const choosePlatform = async (year: boolean): Promise<Choice> => {
  const running = await findRunning();
  const { GATEWAY_URL } = process.env;
  if (GATEWAY_URL && !running) throw new Error(`nothing that is ready answers at GATEWAY_URL, ${GATEWAY_URL}.`);
  if (running?.asksForCredentials) {
    const asks = 'asks for credentials, and the demo brings none';
    if (GATEWAY_URL) throw new Error(`the platform at GATEWAY_URL, ${GATEWAY_URL}, ${asks}.`);
    return { ownFor: `The platform at ${running.gatewayUrl} ${asks}` };
  }
  const isSuitable = running && (!year || (await isSandbox(running.gatewayUrl)));
  return isSuitable ? { running } : { ownFor: `No ${year ? 'sandbox' : 'platform'} is running` };
};
