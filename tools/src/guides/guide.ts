import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const GUIDES = resolve(import.meta.dirname, '../../../docs/guides');

export type Guide = {
  /** The TypeScript of the guide, in order: one program. */
  program: string;
  /** Its shell commands, each with the program that it needs, if any. */
  commands: { text: string; needs?: string }[];
};

/** What a reader of a guide in `docs/guides` would run. */
export const readGuide = (name: string): Guide => {
  const text = readFileSync(resolve(GUIDES, `${name}.md`), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+) ?(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, needs, code]) => ({
    language,
    needs,
    code: code!,
  }));
  return {
    program: blocks
      .filter(({ language }) => language === 'ts')
      .map(({ code }) => code)
      .join('\n'),
    commands: blocks
      .filter(({ language }) => language === 'sh')
      .map(({ code, needs }) => ({ text: code, ...(needs ? { needs } : {}) })),
  };
};
