import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';

const STREAM = pathToFileURL(`${import.meta.dirname}/log-stream.ts`).href;

/** Writes some 12 MB of lines while its reader waits, and one more if the message that it is sent is true. */
const PROGRAM = `
  const { buffered } = await import(${JSON.stringify(STREAM)});
  const log = buffered(1, 'policy');
  const line = (n) => log.write(JSON.stringify({ n, text: 'x'.repeat(400) }) + '\\n');
  for (let n = 0; n < 30_000; n++) line(n);
  process.once('message', (last) => {
    if (last) line('last');
    process.disconnect();
  });
  process.send('written');
`;

test.each([true, false])(
  'a reader that stops holds up no process; whole lines are lost and counted, more to come: %s',
  async (last) => {
    const program = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await once(program, 'message');
    const read = text(program.stdout!);
    await new Promise((resolve) => void program.stdout!.once('data', resolve));
    program.send(last);
    const lines = (await read)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { n?: number | 'last'; lost?: number });
    const written = lines.flatMap(({ n }) => n ?? []);
    const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0);
    expect(written.slice(0, 3)).toEqual([0, 1, 2]);
    expect(written.includes('last')).toBe(last);
    expect(lost).toBeGreaterThan(1_000);
    expect(written.length + lost).toBe(30_000 + Number(last));
  },
);
