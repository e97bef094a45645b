import type { RouteContract } from '@staycover/api';
import express, { type RequestHandler } from 'express';

const MAX_BODY = '1mb';

const json = express.json({ limit: MAX_BODY, strict: false, type: 'application/json' });
const raw = express.raw({ limit: MAX_BODY, type: () => true });

/** Parses JSON where a route takes a body; keeps the bytes where it wants them raw; otherwise leaves the body alone. */
export const bodyParsers = ({ body, rawBody }: RouteContract): RequestHandler[] => (body ? [rawBody ? raw : json] : []);
