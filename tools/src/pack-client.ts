import { packLibrary } from './pack/library-package.ts';

console.log(await packLibrary('client', process.argv[2] ?? 'dist'));
