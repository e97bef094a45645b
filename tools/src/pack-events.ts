import { flagsOrExit, oneFolder } from './cli/flags.ts';
import { packLibrary } from './pack/library-package.ts';

const { words } = flagsOrExit({
  name: 'run pack:events',
  purpose: 'packs @staycover/events for npm into a folder, by default dist, and prints its path.',
  words: oneFolder,
});
console.log(await packLibrary('events', words[0] ?? 'dist'));
