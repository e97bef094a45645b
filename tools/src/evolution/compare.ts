import type { Members } from './members.ts';

const NEEDS_DEFAULT = 'is new and required: give it a default';

/** Whether a default is all that is missing. */
export const needsDefault = (breach: string): boolean => breach.endsWith(NEEDS_DEFAULT);

/**
 * Why events of the recorded version and of this one do not fit each other, a line each. Members may be added, as long
 * as a reader does without them; a value may be added to an enumeration. Anything else is another version of the event.
 */
export const breaches = (recorded: Members, current: Members): string[] => [
  ...Object.keys(recorded)
    .filter((path) => !(path in current))
    .map((path) => `${path} is gone`),
  ...Object.entries(current)
    .filter(([path, types]) => !(path in recorded) && !types.includes('absent') && parentPath(path) in recorded)
    .map(([path]) => `${path} ${NEEDS_DEFAULT}`),
  ...Object.entries(recorded)
    .filter(([path]) => path in current)
    .flatMap(([path, types]) =>
      types.filter((type) => !accepts(current[path]!, type)).map((type) => `${path} no longer takes ${type}`),
    ),
];

const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** An enumeration that becomes open text still takes its values. */
const accepts = (types: readonly string[], type: string): boolean =>
  types.includes(type) ||
  (type.startsWith('"') && types.includes('string')) ||
  (type === 'integer' && types.includes('number'));
