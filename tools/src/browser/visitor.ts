import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { PlatformOptions } from '../platform/platform.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { launchChromium } from './chromium.ts';

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

const folder = resolve(import.meta.dirname, '../../../.cache/screenshots');

/** Where a picture is kept, to be looked at. */
export const pictureFile = (name: string): string => {
  mkdirSync(folder, { recursive: true });
  return resolve(folder, name);
};

export const shoot = (page: Page, name: string, fullPage = false) =>
  page.screenshot({ path: pictureFile(`${name}.png`), fullPage });

export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** What Chromium itself writes of an answer that a story asks for. */
const REFUSAL = /^Failed to load resource: .* status of 4(0[0149]|12)/;

export type Visitor = {
  platform: TestPlatform;
  /** Opens a page in a browser of its own and fails when it asks elsewhere, or complains of what the story does not expect. */
  open(path: string, look: BrowserContextOptions, use: (page: Page) => Promise<void>, expected?: RegExp): Promise<void>;
  stop(): Promise<void>;
};

/** A platform, and a browser to visit it with. */
export const startVisitor = async (options: Partial<PlatformOptions> = {}): Promise<Visitor> => {
  const browser = await launchChromium();
  const platform = await startTestPlatform(options);
  const issuer = platform.auth?.environment['AUTH_ISSUER'];
  const own = new Set([platform.gatewayUrl, issuer].filter(Boolean).map((url) => new URL(url!).origin));
  return {
    platform,
    async open(path, look, use, expected) {
      const context = await browser.newContext(look);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !REFUSAL.test(message.text()))
          complaints.push(`${message.text()} ${message.location().url}`);
      });
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (!/^(data|blob):/.test(protocol) && !own.has(origin)) complaints.push(request.url());
      });
      // A page of the console is never idle: it hears what happens.
      const waitUntil = path.startsWith('/docs') ? 'networkidle' : 'load';
      await page.goto(platform.gatewayUrl + path, { waitUntil });
      await use(page);
      await context.close();
      expect(complaints.filter((complaint) => !expected?.test(complaint))).toEqual([]);
    },
    async stop() {
      await browser.close();
      await platform.stop();
    },
  };
};
