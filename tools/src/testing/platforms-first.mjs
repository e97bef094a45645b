import Sequencer from '@jest/test-sequencer';

const kind = ({ path }) => /\.(int|e2e|fault)\.spec\.ts$/.exec(path)?.[1] ?? 'unit';

/**
 * Spreads the suites that start whole platforms over those of single services, and runs what needs no server last: a long
 * suite at the end would leave all workers but one without work.
 */
export default class PlatformsFirst extends Sequencer {
  sort(tests) {
    // The order within a kind is Jest's own: failed ones first, then by time or size.
    // oxlint-disable-next-line unicorn/no-array-sort
    const { e2e = [], unit = [], int = [], fault = [] } = Object.groupBy(super.sort(tests), kind);
    const single = [...fault, ...int];
    const stretch = Math.max(1, Math.floor(single.length / (e2e.length + 1)));
    const spread = e2e.flatMap((platform, i) => [platform, ...single.slice(i * stretch, (i + 1) * stretch)]);
    return [...spread, ...single.slice(e2e.length * stretch), ...unit];
  }
}
