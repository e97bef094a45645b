import { packLibrary } from './pack/library-package.ts';

console.log(await packLibrary('events', process.argv[2] ?? 'dist'));
