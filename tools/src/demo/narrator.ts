import { styleText } from 'node:util';

/** Prints the story as it happens, readable at a glance. */
export type Narrator = {
  chapter(title: string): void;
  request(method: string, path: string, status: number, ok: boolean, note: string): void;
  published(subject: string, note: string): void;
  event(subject: string, note: string): void;
  fact(text: string): void;
};

export const narrator = (print: (line: string) => void): Narrator => ({
  chapter: (title) => print(`\n${styleText('bold', title)}`),
  request: (method, path, status, ok, note) => {
    const shown = styleText(ok ? 'green' : 'red', String(status));
    print(`  ${styleText('cyan', method.padEnd(6))} ${path}  →  ${shown}  ${note}`);
  },
  published: (subject, note) => print(`  ${styleText('magenta', 'PUB')}    ${subject}  ${note}`),
  event: (subject, note) => print(`         ${styleText('yellow', '⚡')} ${subject}  ${styleText('dim', note)}`),
  fact: (text) => print(`  ${styleText('green', '✓')}      ${text}`),
});
