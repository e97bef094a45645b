import { callRpc } from '@staycover/messaging';

const PATIENCE_MS = 60_000;

/** Asks a service over NATS as another service does, but waits longer for the answer: machines that run specs may be slow. */
export const askService: typeof callRpc = (nats, rpc, request) => callRpc(nats, rpc, request, PATIENCE_MS);
