import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const FIND = `axe.run({ runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) =>
  JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | '))))`;

/** What hinders readers of a page, a line each. The page's own policy would not let it look, so the debugger does. */
export const barriers = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return result.value;
  };
  await evaluate(source);
  const found = JSON.parse(String(await evaluate(FIND))) as string[];
  await session.detach();
  return found;
};
