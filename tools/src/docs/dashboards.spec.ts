import { expect, test } from '@jest/globals';
import { manifests } from '../manifests.ts';
import { alertRules, dashboardQueries, metricsIn } from '../testing/metrics.ts';

const panels = dashboardQueries().filter((query) => !query.startsWith('label_values('));
const variables = dashboardQueries().filter((query) => query.startsWith('label_values('));
const OURS = `service=~"gateway|${manifests.map(({ name }) => name).join('|')}"`;
const sorted = (selector: string): string =>
  selector.replace(/"([\w|]+)"/, (_, names) => names.split('|').toSorted().join('|'));

/** The selectors of the metrics of an expression; empty for one without. */
const selectorsIn = (expression: string): string[] =>
  metricsIn(expression).flatMap((name) =>
    [...expression.matchAll(new RegExp(`\\b${name}(\\{[^}]*\\})?`, 'g'))].map(([, selector = '']) => selector),
  );

test('each panel shows the platforms in the namespaces that are chosen', () => {
  expect(panels.length).toBeGreaterThan(25);
  expect(
    panels.filter((panel) => !selectorsIn(panel).every((each) => each.includes('namespace=~"$namespace"'))),
  ).toEqual([]);
});

test('counts of several platforms are added up, those of the replicas of one are not', () => {
  const business = panels.filter((panel) => panel.includes('business_'));
  expect(business.length).toBeGreaterThan(7);
  for (const panel of business) expect(panel).toMatch(/^sum by \((.+)\) \(max by \(namespace, \1\) \(business_/);
});

test('what other programs have, too, counts of our services alone', () => {
  const common = /^(http_server|nodejs|process)_/;
  const rules = Object.values(alertRules()).filter((rule) => metricsIn(rule).some((name) => common.test(name)));
  expect(rules).toHaveLength(4);
  for (const query of [...rules, ...variables.filter((variable) => common.test(metricsIn(variable)[0]!))])
    for (const selector of selectorsIn(query)) expect(sorted(selector)).toContain(sorted(OURS));
});
