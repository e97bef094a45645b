import { runUntilStopped } from '@staycover/service';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

await runUntilStopped(readConfig, compose);
