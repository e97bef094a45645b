import { enrollProperties } from '@staycover/api';
import { noSuchRoute } from '@staycover/http';
import type { Express, RequestHandler } from 'express';

const MESSAGE =
  'Direct enrollment is retired. Property enrollment is derived from coverage elections: send coverageElections with ' +
  'PUT /api/policy/{id}, or publish insurance.inbound.coverage-election-changed.{organizationId}.';

/** A pattern rather than a parameter: it also matches ids that cannot be decoded. */
const ENROLL = /^\/api\/policy\/[^/]+\/enroll\/?$/i;

/** Answers the retired enroll endpoint before anything is checked: always 410, whatever comes; 405 to other methods. */
export const registerRetired = (app: Express, publicUrl: string): void => {
  app.post(ENROLL, enrollRetired);
  app.all(ENROLL, noSuchRoute(publicUrl, [enrollProperties]));
};

const enrollRetired: RequestHandler = (_request, response) => {
  response
    .status(410)
    .set({ Deprecation: '@1767225600', Sunset: 'Thu, 01 Jan 2026 00:00:00 GMT' })
    .json({ message: MESSAGE });
};
