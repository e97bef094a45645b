import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { alertRules } from '../testing/metrics.ts';

const read = (file: string): string => readFileSync(resolve(import.meta.dirname, '../../..', file), 'utf8');
const alerts = Object.keys(alertRules());

test('every alert has a row in the operations page, and there are no others', () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| `(\w+)` \| (?:page|ticket) \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(alerts);
});

test('every alert is tried by promtool, and describes the problem and the remedy', () => {
  const tried = [...read('deploy/prometheus/rules.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name);
  expect(new Set(tried)).toEqual(new Set(alerts));
  const rules = read('deploy/prometheus/rules.yml');
  for (const member of ['summary', 'description', 'severity']) {
    expect(rules.match(new RegExp(`${member}:`, 'g'))).toHaveLength(alerts.length);
  }
});
