import { expect, test } from '@jest/globals';
import { choosePorts, listProcesses } from './processes.ts';

test('any port that is free may be asked for, and none is then called taken', async () => {
  const lines: string[] = [];
  const ports = await choosePorts(listProcesses(1), 0, (line) => void lines.push(line));
  expect(ports['gateway']).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes('gateway'))).toEqual([]);
});
