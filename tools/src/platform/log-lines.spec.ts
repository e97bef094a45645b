import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { logLines, type Paint, terminalLine } from './log-lines.ts';

const plain: Paint = (_style, text) => text;
const marked: Paint = (style, text) => `<${String(style)}>${text}</>`;
const base = {
  level: 30,
  time: '2026-01-05T09:30:15.120Z',
  service: 'policy',
  traceId: '7072c9c90f30712acc36c368188dd0b8',
};
const who = { actor: 'dana', organization: 'acme' };
const request = {
  ...base,
  method: 'GET',
  path: '/api/policy/p-1',
  status: 404,
  outcome: 'refused',
  durationMs: 6.1,
  ...who,
  msg: 'request',
};
const event = {
  ...base,
  durable: 'policy-deal',
  subject: 'insurance.contract.deal-closed.acme',
  outcome: 'processed',
  durationMs: 12,
  ...who,
  msg: 'event',
};

const shown = (entry: object, paint = plain): string => terminalLine('policy', JSON.stringify(entry), paint);

describe('in a terminal', () => {
  test('a request is one line', () => {
    expect(shown(request)).toBe(
      '09:30:15 policy   GET /api/policy/p-1 404 6.1 ms dana for acme 7072c9c90f30712acc36c368188dd0b8',
    );
  });

  test('an event is one line', () => {
    expect(shown(event)).toBe(
      '09:30:15 policy   insurance.contract.deal-closed.acme → policy-deal processed 12 ms dana for acme 7072c9c90f30712acc36c368188dd0b8',
    );
  });

  test('what others wrote commands nothing, and begins no line', () => {
    const letter = { ...base, event: 'acme a\u001b[2J\n09:30:15 billing  paid', msg: 'event went to the dead letters' };
    expect(shown(letter)).toBe(
      String.raw`09:30:15 policy   event went to the dead letters event=acme a\u001b[2J 7072c9c90f30712acc36c368188dd0b8`,
    );
    expect(terminalLine('policy', 'no \u001b[2JJSON', plain)).toBe(String.raw`policy: no \u001b[2JJSON`);
  });

  test.each([
    { outcome: 'ok', status: 200, colour: 'green' },
    { outcome: 'refused', status: 409, colour: 'yellow' },
    { outcome: 'failed', status: 500, colour: 'red' },
  ])('$outcome is $colour', ({ outcome, status, colour }) => {
    expect(shown({ ...request, outcome, status }, marked)).toContain(`<${colour}>${status}</>`);
  });

  test('anything else is what happened, why, and its plain members', () => {
    const { traceId: _, ...untraced } = base;
    const entry = {
      ...untraced,
      level: 50,
      err: { message: 'no such table\nat …', stack: '…' },
      schedule: 'dunning',
      msg: 'schedule failed',
    };
    expect(shown(entry, marked)).toBe(
      '<dim>09:30:15</> <cyan>policy  </> <red>ERROR</> schedule failed (no such table) schedule=dunning',
    );
  });

  test('other output is shown unchanged', () => {
    expect(terminalLine('policy', 'Segmentation fault', plain)).toBe('policy: Segmentation fault');
  });
});

describe('what goes out', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'log-lines-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const reader = (isTTY: boolean, write: Writable['_write']) =>
    Object.assign(new Writable({ write }), { isTTY }) as unknown as NodeJS.WriteStream;
  const line = JSON.stringify(request);
  const areKept = (lines: number) =>
    eventually('the lines are kept', async () => {
      const text = await readFile(join(folder, 'platform.log'), 'utf8').catch(() => '');
      return text === `${line}\n`.repeat(lines);
    });

  test.each([
    { isTTY: true, expected: '09:30:15' },
    { isTTY: false, expected: `${line}\n` },
  ])('is readable or JSON, whether it goes to a terminal: $isTTY', async ({ isTTY, expected }) => {
    const chunks: string[] = [];
    const out = reader(isTTY, (chunk, _encoding, done) => (chunks.push(String(chunk)), done()));

    logLines(join(folder, 'platform.log'), out)('policy', line);

    await areKept(1);
    expect(chunks).toEqual([expect.stringContaining(expected)]);
  });

  test('goes on where the file cannot be written', async () => {
    const chunks: string[] = [];
    const out = reader(false, (chunk, _encoding, done) => (chunks.push(String(chunk)), done()));
    await mkdir(join(folder, 'platform.log'));
    const log = logLines(join(folder, 'platform.log'), out);
    await eventually('that is shown', () =>
      chunks.some((chunk) => chunk.startsWith('The log goes on here alone: EISDIR')),
    );
    log('policy', line);
    await eventually('the line is shown', () => chunks.length > 1);
    expect(chunks[1]).toBe(`${line}\n`);
  });

  test('is kept in the file, and does not accumulate without a reader', async () => {
    const out = reader(false, () => undefined);
    const log = logLines(join(folder, 'platform.log'), out);

    for (let i = 0; i < 10_000; i++) log('policy', line);

    expect(out.writableLength).toBeLessThan(1024 ** 2 + line.length + 1);
    await areKept(10_000);
  });
});
