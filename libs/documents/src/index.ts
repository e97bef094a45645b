export * from './asyncapi.ts';
export * from './event-types.ts';
export * from './json-schema.ts';
export * from './openapi.ts';
export { exampleProblem, listProblems } from './problem-responses.ts';
export type * from './types.ts';
