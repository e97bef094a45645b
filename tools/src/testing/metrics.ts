import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DEPLOY = resolve(import.meta.dirname, '../../../deploy');

/** The samples of one metric that have these labels, from a text in Prometheus format. */
export const findSamples = (text: string, name: string, labels: Record<string, string> = {}): number[] => {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = text
    .split('\n')
    .filter((each) => each.startsWith(`${name}{`) && wanted.every((label) => each.includes(label)));
  return lines.map((line) => Number(line.split(' ').at(-1)));
};

/** The expression of every alert rule under `deploy/`. */
export const alertRules = (): Record<string, string> => {
  const text = readFileSync(join(DEPLOY, 'prometheus/rules.yml'), 'utf8');
  const found = text.matchAll(/- alert: (\w+)\n\s+expr: >-\n\s+(.+)\n/g);
  return Object.fromEntries([...found].map(([, name, expression]) => [name!, expression!]));
};

/** The expression of every panel and variable of the dashboards under `deploy/`. */
export const dashboardQueries = (): string[] => {
  const folder = join(DEPLOY, 'grafana/dashboards');
  return readdirSync(folder).flatMap((file) => queriesIn(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
};

const queriesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        typeof member === 'string' && (name === 'expr' || name === 'query') ? [member] : queriesIn(member),
      );

/** The metrics that a PromQL expression reads. */
export const metricsIn = (expression: string): string[] => {
  const bare = expression.replaceAll(/\{[^}]*\}|\bby \([^)]*\)|"[^"]*"/g, '');
  return [...new Set(bare.match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g))];
};

/** The comparison that an alert rule ends with. */
export const isBeyond = (expression: string): ((value: number) => boolean) => {
  const [, operator, limit] = /([<>]|==) ([\d.]+)$/.exec(expression)!;
  if (operator === '>') return (value) => value > Number(limit);
  return operator === '<' ? (value) => value < Number(limit) : (value) => value === Number(limit);
};
