import { flagsOrExit, oneFolder } from './cli/flags.ts';
import { packLibrary } from './pack/library-package.ts';

const { words } = flagsOrExit({
  name: 'run pack:client',
  purpose: 'packs @staycover/client for npm into a folder, by default dist, and prints its path.',
  words: oneFolder,
});
console.log(await packLibrary('client', words[0] ?? 'dist'));
