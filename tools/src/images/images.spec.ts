import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const linesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);

describe('images of others', () => {
  const named = linesOf(read('docker-compose.yml'), /^ {2}\w+: &(\w+-image) /gm).map((name) => `*${name}`);

  test('are named in one place, from which docker-compose.yml takes them', () => {
    const used = linesOf(read('docker-compose.yml'), /^ +image: (.*)$/gm).filter(
      (image) => !image!.startsWith('${IMAGE'),
    );
    expect(used.toSorted()).toEqual(named.filter((name) => name !== '*node-image').toSorted());
    expect(read('docker-compose.yml')).toContain('NODE_IMAGE: *node-image');
  });

  test('are named in no other file of deploy', () => {
    expect(linesOf(read('deploy/Dockerfile'), /^FROM (\S+)/gm)).toEqual(
      Array.from({ length: 3 }, () => '${NODE_IMAGE}'),
    );
    expect(read('deploy/check')).not.toMatch(/\b(nats|postgres|node):\d/);
  });
});

describe('deploy/pin-images', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'images-'));
    copyFileSync(join(root, 'docker-compose.yml'), join(folder, 'compose.yml'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Pins with a `docker` that answers as the registry would, for there is none here. */
  const pin = (answer: string) => {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${answer}\n`);
    chmodSync(join(folder, 'docker'), 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
    return spawnSync(join(root, 'deploy/pin-images'), [join(folder, 'compose.yml')], { env }).status;
  };
  const images = () => linesOf(readFileSync(join(folder, 'compose.yml'), 'utf8'), /^ {2}\w+: &\w+-image (.*)$/gm);

  test('adds to each tag the digest that it has, in place of an earlier one', () => {
    const tags = images().map((image) => image!.split('@')[0]);
    for (const digit of ['1', '2']) {
      const digest = `sha256:${digit.repeat(64)}`;
      expect(pin(`echo ${digest}`)).toBe(0);
      expect(images()).toEqual(tags.map((tag) => `${tag}@${digest}`));
    }
  });

  test.each(['exit 1', 'echo latest'])('writes nothing when docker does: %s', (answer) => {
    const before = images();
    expect(pin(answer)).not.toBe(0);
    expect(images()).toEqual(before);
  });
});
