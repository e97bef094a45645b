import { Ajv } from 'ajv';
import formats from 'ajv-formats';

export type Tree = { [name: string]: Tree | unknown };

/** Values with another one at a path, e.g. `image.tag`. */
export const withValue = (tree: Tree, path: string, value: unknown): Tree => {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  return { ...tree, [name]: rest.length === 0 ? value : withValue((tree[name] ?? {}) as Tree, rest.join('.'), value) };
};

/** What is wrong with values by a JSON schema, a line each. */
export const createValuesCheck = (schema: string): ((values: unknown) => string[]) => {
  const ajv = formats.default(new Ajv({ allErrors: true, allowUnionTypes: true })).addVocabulary(['example']);
  const isValid = ajv.compile(JSON.parse(schema));
  return (values) =>
    isValid(values)
      ? []
      : isValid.errors!.map(
          ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        );
};
