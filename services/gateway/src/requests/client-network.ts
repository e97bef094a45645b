import { networkPrefix } from '@staycover/http';
import type { Request } from 'express';

/** Where a request comes from. */
export const clientNetwork = ({ ip = '' }: Pick<Request, 'ip'>): string => networkPrefix(ip);
