import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const banner = (source: string): string =>
  `// Generated from ${source} by \`npm run docs:write\`; a spec fails when it is not up to date.\n`;

/** Without examples, which would make up most of the text, and rules over several members (`allOf`), which are not types. */
const typesOnly = (document: object): OpenAPI3 =>
  JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (/^(examples?|allOf|links)$/.test(key) ? undefined : value)),
  ) as OpenAPI3;

/** The TypeScript types of an OpenAPI document; `source` describes its origin. */
export const clientTypes = async (document: object, source = 'the OpenAPI document'): Promise<string> =>
  banner(source) + astToString(await openapiTS(typesOnly(document), { alphabetize: true }));
