import { runUntilStopped } from '@staycover/service';
import { readConfig } from './config.ts';
import { startGateway } from './gateway.ts';

await runUntilStopped(readConfig, startGateway);
