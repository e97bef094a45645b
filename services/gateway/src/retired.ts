import type { RequestHandler } from 'express';

const MESSAGE =
  'Direct enrollment is retired. Property enrollment is derived from coverage elections: send coverageElections with ' +
  'PUT /api/policy/{id}, or publish insurance.inbound.coverage-election-changed.{organizationId}.';

/** Answers the retired enroll endpoint: always 410, whatever comes. */
export const enrollRetired: RequestHandler = (_request, response) => {
  response
    .status(410)
    .set({ Deprecation: '@1767225600', Sunset: 'Thu, 01 Jan 2026 00:00:00 GMT' })
    .json({ message: MESSAGE });
};
