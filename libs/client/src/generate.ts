import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const BANNER =
  '// Generated from the OpenAPI document by `npm run docs:write`; a spec fails when it is not up to date.\n';

/** Examples would make up most of the text, and are in the API reference; rules over several members (`allOf`) are no types. */
const typesOnly = (document: object): OpenAPI3 =>
  JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (/^(examples?|allOf|links)$/.test(key) ? undefined : value)),
  ) as OpenAPI3;

/** The TypeScript types of an OpenAPI document. */
export const clientTypes = async (document: object): Promise<string> =>
  BANNER + astToString(await openapiTS(typesOnly(document), { alphabetize: true }));
