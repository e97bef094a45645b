import { ignoredFaults, ignoredMembers, safeParse, toFaults } from '@staycover/api';
import { DomainError, type Fault } from '@staycover/kernel';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { ignoredMembersHeader } from './ignored-members.ts';
import { prefersStrict } from './prefer.ts';

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Requires a JSON body; Express leaves `body` undefined when the media type is another. */
const requireJson = (request: Request, optional: boolean): unknown => {
  if (request.body !== undefined) return request.body;
  if (optional && !hasBody(request)) return {};
  if (hasBody(request) && !request.is('application/json')) {
    throw new DomainError('unsupported-media-type', 'The body must be application/json.');
  }
  throw DomainError.invalid([{ pointer: '', detail: 'must be a JSON body' }]);
};

/**
 * The validated body. Unknown and read-only members are left out and named in `Ignored-Members`; with
 * `Prefer: handling=strict` they are faults.
 */
export const validBody = <S extends z.ZodType>(
  schema: S,
  request: Request,
  response: Response,
  optional = false,
): z.output<S> => {
  const body = requireJson(request, optional);
  const parsed = safeParse(schema, body);
  const faults = parsed.success ? [] : toFaults(parsed.error);
  const ignored = parsed.success ? ignoredMembers(body, parsed.data) : { pointers: [], count: 0 };
  if (prefersStrict(request.get('prefer'))) {
    faults.push(...ignoredFaults(ignored));
    response.setHeader('Preference-Applied', 'handling=strict');
  } else if (ignored.count > 0) {
    response.setHeader('Ignored-Members', ignoredMembersHeader(ignored));
  }
  if (faults.length > 0) throw DomainError.invalid(faults);
  return parsed.data as z.output<S>;
};

/** The validated parameters of a path. */
export const validPath = <S extends z.ZodObject>(schema: S, given: Record<string, unknown>): z.output<S> => {
  const parsed = safeParse(schema, given);
  if (parsed.success) return parsed.data;
  throw DomainError.invalid(
    toFaults(parsed.error).map(({ pointer, detail }) => fault(`{${pointer.slice(1)}}`, detail)),
  );
};

/** The validated parameters of a query. Unknown ones are faults, as a misspelt filter would return too many rows; not where the schema is loose. */
export const validQuery = <S extends z.ZodObject>(schema: S, given: Record<string, unknown>): z.output<S> => {
  const parsed = safeParse(schema, given);
  const faults = parsed.success
    ? []
    : toFaults(parsed.error).map(({ pointer, detail }) => fault(`?${pointer.slice(1)}`, detail));
  const known = Object.keys(schema.shape);
  const isOpen = schema.def.catchall !== undefined;
  const unknown = isOpen ? [] : Object.keys(given).filter((name) => !known.includes(name));
  const detail = known.length > 0 ? `is unknown; known are ${known.join(', ')}` : 'is unknown; there are none';
  faults.push(...unknown.map((name) => fault(`?${name}`, detail)));
  if (faults.length > 0) throw DomainError.invalid(faults);
  return parsed.data as z.output<S>;
};

const fault = (pointer: string, detail: string): Fault => ({ pointer, detail });
