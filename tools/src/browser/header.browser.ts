import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { light, portalForStories, settled, signInAs } from './portal.ts';
import { shoot } from './visitor.ts';

const portal = portalForStories({ auth: true });

const WIDTHS = [390, 720, 721, 768, 834, 900, 1_000, 1_024, 1_100, 1_180, 1_280];

const LONG = 'maria.alejandra.gonzalez@lighthouse-insurance.example';

/** What of the header stands out of it or over the next part, or is of more than one line. */
const strayIn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const bar = document.querySelector('header.bar').getBoundingClientRect();
    const shown = [...document.querySelectorAll('header.bar *:not(option, datalist, .sr-only)')];
    const isStray = ({ top, bottom, left, right, height }) =>
      top < bar.top || bottom > bar.bottom || left < 0 || right > innerWidth || height > 48;
    const isOver = (part) => [...part.children].some((inner) => {
      const next = part.parentElement.matches('.bar') && part.nextElementSibling?.getBoundingClientRect();
      const { right, bottom } = inner.getBoundingClientRect();
      return next && right > next.left && bottom > next.top && next.bottom > inner.getBoundingClientRect().top && next.width > 1;
    });
    return shown
      .filter((part) => isStray(part.getBoundingClientRect()) || isOver(part))
      .map((part) => part.outerHTML);
  })()`);

/** Looks at every width, for the page as it is. */
const strayAtWidths = async (page: Page, name: string): Promise<[width: number, string[]][]> => {
  const found: [number, string[]][] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    found.push([width, await strayIn(page)]);
    await shoot(page, `portal-header-${name}-${width}`);
  }
  return found;
};

const none = WIDTHS.map((width) => [width, []]);

test('the header stays in its line, whoever is signed in and however wide the window is', async () => {
  await portal.open('/policies', light, async (page) => {
    await settled(page);
    expect(await strayAtWidths(page, 'signed-out')).toEqual(none);
    await page.setViewportSize({ width: 1_280, height: 700 });
    await signInAs(page, 'underwriter');
    await page.locator('.who', { hasText: 'underwriter@staycover' }).waitFor();
    expect(await strayAtWidths(page, 'underwriter')).toEqual(none);
  });
});

test.each([
  ['of all organizations', ['*']],
  ['of one with a long name', ['l'.repeat(64)]],
])('a long name of a user is cut, and has a title: a user %s', async (_of, organizations) => {
  await portal.open('/policies', light, async (page) => {
    await page.route('**/api/me', async (route) => {
      const response = await route.fetch();
      const json = { ...((await response.json()) as object), ...(response.ok() && { id: LONG, organizations }) };
      await route.fulfill({ response, json });
    });
    await signInAs(page, 'ops');
    await page.getByTitle(LONG).waitFor();
    expect(await strayAtWidths(page, `long-${organizations[0]!.length}`)).toEqual(none);
  });
});
