import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the machine's own Chromium: the one that `CHROMIUM_PATH` names, else one in its usual place. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM_PATH'] ?? usual.find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium: `apt-get install chromium`, or name one with CHROMIUM_PATH.');
  // As root Chromium only runs without its sandbox; the pages are our own.
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
};
