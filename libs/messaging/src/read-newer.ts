import { safeParse } from '@staycover/api';
import type { EventDefinition } from '@staycover/events';

type Parsed = ReturnType<EventDefinition['envelope']['safeParse']>;
type Path = readonly PropertyKey[];
type Json = Record<PropertyKey, unknown>;

const parentNode = (json: unknown, path: Path): Json =>
  path.slice(0, -1).reduce<unknown>((node, name) => (node as Json)[name], json) as Json;

const read = (json: unknown, path: Path): unknown => parentNode(json, path)[path.at(-1)!];

const write = (json: unknown, path: Path, value: unknown): void => {
  parentNode(json, path)[path.at(-1)!] = value;
};

/**
 * Reads an event of a service that may be newer than this one. Unknown enumeration values are read as open text, so that
 * a new status does not stop a consumer that ignores it; unknown members are dropped. Events of other systems are read
 * strictly.
 */
export const readNewer = ({ service, envelope }: EventDefinition, json: unknown): Parsed => {
  const parsed = safeParse(envelope, json);
  if (parsed.success || service === 'inbound') return parsed;
  const unknown = parsed.error.issues.flatMap((issue) => {
    if (issue.code !== 'invalid_value' || issue.path[0] !== 'data') return [];
    const value = read(json, issue.path);
    return typeof value === 'string' ? [{ path: issue.path, value, known: issue.values[0] }] : [];
  });
  if (unknown.length < parsed.error.issues.length) return parsed;
  const familiar: unknown = structuredClone(json);
  for (const { path, known } of unknown) write(familiar, path, known);
  const again = envelope.safeParse(familiar);
  if (!again.success) return parsed;
  for (const { path, value } of unknown) write(again.data, path, value);
  return again;
};
