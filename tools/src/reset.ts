import { flagsOrExit } from './cli/flags.ts';
import { resetData } from './platform/reset.ts';
import { dataDirectory } from './platform/running.ts';

flagsOrExit({
  name: 'run reset',
  purpose:
    'removes the data that npm start has kept, in DATA_DIR and wherever else; servers of your own are not touched.',
});
try {
  console.log(await resetData(dataDirectory(), console.log));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
