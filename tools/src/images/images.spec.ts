import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { IMAGES } from '@staycover/infra';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const matchAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);

/** An image under x-images: its anchor, the variable that overrides it, and its reference. */
const NAMED = /^ {2}\w+: &(\w+)-image \$\{(\w+)_IMAGE:-(\S+)\}$/gm;
const PINNED = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;

describe('images of others', () => {
  const compose = read('docker-compose.yml');
  const named = [...compose.matchAll(NAMED)].map(([, name, variable, image]) => ({ name, variable, image }));

  test('are named in one place, from which docker-compose.yml takes them', () => {
    const used = matchAll(compose, /^ +image: (.*)$/gm).filter((image) => !image!.startsWith('${IMAGE'));
    const anchors = named.map(({ name }) => `*${name}-image`);
    expect(used.toSorted()).toEqual(anchors.filter((anchor) => anchor !== '*node-image').toSorted());
    expect(compose).toContain('NODE_IMAGE: *node-image');
  });

  test.each(named)('$name has a digest, and a variable of its name', ({ name, variable, image }) => {
    expect(image).toMatch(PINNED);
    expect(variable).toBe(name!.toUpperCase());
  });

  test('are named in no other file of deploy', () => {
    expect(matchAll(read('deploy/Dockerfile'), /^FROM (\S+)/gm)).toEqual(
      Array.from({ length: 3 }, () => '${NODE_IMAGE}'),
    );
    expect(read('deploy/check')).not.toMatch(/\b(nats|postgres|node):\d/);
  });

  test('of the development container is that of the services', () => {
    const { build } = JSON.parse(read('.devcontainer/devcontainer.json')) as { build: { args: object } };
    expect(build.args).toEqual({ NODE_IMAGE: named.find(({ name }) => name === 'node')?.image });
    expect(matchAll(read('.devcontainer/Dockerfile'), /^FROM (\S+)/gm)).toEqual(['${NODE_IMAGE}']);
  });

  test('of the servers that specs start are the same', () => {
    const findImage = (wanted: string) => named.find(({ name }) => name === wanted)?.image;
    expect(IMAGES).toEqual({ postgres: findImage('postgres'), nats: findImage('nats') });
  });

  test('are pinned wherever the code names one', () => {
    const repositories = named.map(({ image }) => image!.split(':')[0]).join('|');
    const loose = new RegExp(`(?<![\\w/@-])(${repositories}):(?!v8')v?\\d[\\w.-]*(?!@sha256:)(?![\\w.-])`);
    const code = globSync(['*.yml', '{deploy,libs,services,tools}/**/*.*', 'deploy/*'], {
      cwd: root,
      exclude: ['**/node_modules/**', '**/*.{md,json,spec.ts,spec.tsx}'],
    });
    expect(code.length).toBeGreaterThan(500);
    const files = code.filter((file) => statSync(join(root, file)).isFile());
    expect(files.filter((file) => loose.test(read(file)))).toEqual([]);
  });
});

test('a container of docker-compose.yml is given the time that a process may take to end', () => {
  const { service } = /^x-service:(?<service>[^]*?)\n\n/m.exec(read('docker-compose.yml'))!.groups!;
  expect(service).toContain('stop_grace_period: 30s');
});

describe('deploy/pin-images', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'images-'));
    for (const file of ['docker-compose.yml', 'libs/infra/src/images.ts']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(join(root, file), join(folder, file));
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Pins with a `docker` that answers as the registry would, for there is none here. */
  const pin = (answer: string) => {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${answer}\n`);
    chmodSync(join(folder, 'docker'), 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
    return spawnSync(join(root, 'deploy/pin-images'), [folder], { env }).status;
  };
  const images = () =>
    [...readFileSync(join(folder, 'docker-compose.yml'), 'utf8').matchAll(NAMED)].map(([, , , image]) => image);

  test('adds to each tag the digest that it has, in place of an earlier one, wherever that stands', () => {
    const tags = images().map((image) => image!.split('@')[0]);
    for (const digit of ['1', '2']) {
      const digest = `sha256:${digit.repeat(64)}`;
      expect(pin(`echo ${digest}`)).toBe(0);
      expect(images()).toEqual(tags.map((tag) => `${tag}@${digest}`));
      const named = matchAll(readFileSync(join(folder, 'libs/infra/src/images.ts'), 'utf8'), /@(sha256:\w+)/g);
      expect(named).toEqual([digest, digest]);
    }
  });

  test.each(['exit 1', 'echo latest'])('writes nothing when docker does: %s', (answer) => {
    const before = images();
    expect(pin(answer)).not.toBe(0);
    expect(images()).toEqual(before);
  });
});
