import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeError } from './connecting.ts';
import { natsSystems, systemsFile } from './nats-systems.ts';

const describeThrown = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return describeError(error);
  }
  throw new Error('Nothing was thrown.');
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nats-systems-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['[{', 'is no JSON: '],
  [
    '[{ "name": "acme-crm", "organizations": ["a b"], "publishes": ["x"] }]',
    'declares no proper systems: 0.organizations',
  ],
])('declarations such as %s are refused with the name of their file', (text, why) => {
  const file = join(folder, 'systems.json');
  writeFileSync(file, text);
  expect(() => natsSystems(file)).toThrow(`${file} ${why}`);
});

test('what is wrong of declarations is in the one line that provisioning prints', () => {
  const file = join(folder, 'systems.json');
  writeFileSync(file, '[{ "name": "admin", "organizations": "*" }, { "name": "crm" }]');
  const [, why] = /proper systems: (.*)$/.exec(describeThrown(() => natsSystems(file)))!;
  expect(why).toMatch(/^0\.name: is a name of the platform; 1\.organizations: /);
});

test('an empty NATS_SYSTEMS_FILE is none', () => {
  const given = process.env['NATS_SYSTEMS_FILE'];
  process.env['NATS_SYSTEMS_FILE'] = '';
  try {
    expect(natsSystems().map(({ name }) => name)).toContain('observer');
    expect(systemsFile()).toBe('deploy/nats/systems.json');
  } finally {
    if (given === undefined) delete process.env['NATS_SYSTEMS_FILE'];
    else process.env['NATS_SYSTEMS_FILE'] = given;
  }
});
