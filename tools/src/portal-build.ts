import { portalBuild } from '@staycover/portal';
import { flagsOrExit, oneFolder } from './cli/flags.ts';

flagsOrExit({
  name: 'run portal:build',
  purpose: 'builds the web console into a folder, by default the one of its sources in .cache/portal.',
  words: oneFolder,
});
await import(portalBuild);
