import { packClient } from './pack/client-package.ts';

console.log(await packClient(process.argv[2] ?? 'dist'));
