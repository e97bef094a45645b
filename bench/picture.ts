const HEIGHT = 320;
const LEFT = 56;
const PLOT = 534;
/** How wide a character of a label is at most. */
const CHARACTER = 7;
const TOP = 24;
const BOTTOM = 36;
const COLOURS = [
  '#2563eb',
  '#dc2626',
  '#059669',
  '#d97706',
  '#7c3aed',
  '#0891b2',
  '#be185d',
  '#4d7c0f',
  '#475569',
  '#b45309',
  '#0f766e',
];
/** Where the scale ends at least: twice the cost at the first size. */
const TWICE = 2;

type Line = { name: string; costs: readonly number[] };

/** A picture of what each kind of work costs at each size, in times of its cost at the first. */
export const linesOverSizes = (sizes: readonly number[], lines: readonly Line[]): string => {
  const relative = lines.map(({ name, costs }) => ({ name, values: costs.map((cost) => cost / costs[0]!) }));
  const highest = Math.max(TWICE, ...relative.flatMap(({ values }) => values));
  const x = (i: number): number => LEFT + (i * PLOT) / Math.max(1, sizes.length - 1);
  const y = (value: number): number => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - TOP - BOTTOM);
  const ends = spread(relative.map(({ values }) => y(values.at(-1)!)));
  const labels = relative.map(({ name, values }) => `${name} × ${values.at(-1)!.toFixed(2)}`);
  const width = LEFT + PLOT + 2 * CHARACTER + CHARACTER * Math.max(...labels.map(({ length }) => length));
  const drawn = relative.map(({ values }, n) => {
    const colour = COLOURS[n % COLOURS.length]!;
    const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const label = `<text x="${LEFT + PLOT + 8}" y="${ends[n]!.toFixed(1)}" fill="${colour}">${labels[n]}</text>`;
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>${label}`;
  });
  const scale = Array.from({ length: Math.floor(highest) + 1 }, (_, value) => {
    const at = y(value).toFixed(1);
    return `<path d="M${LEFT} ${at}H${LEFT + PLOT}" stroke="#cbd5e1"/><text x="${LEFT - 8}" y="${at}" text-anchor="end">× ${value}</text>`;
  });
  const below = sizes.map(
    (size, i) => `<text x="${x(i)}" y="${HEIGHT - 12}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#334155" role="img">`,
    '<title>Processor time of each kind of work by number of policies, in times of that with the fewest</title>',
    `<rect width="${width}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...scale,
    ...below,
    ...drawn,
    '</svg>\n',
  ].join('\n');
};

const LINE_HEIGHT = 14;

/** Labels that would overlap stand below one another. */
const spread = (wanted: readonly number[]): number[] => {
  const order = wanted.map((at, n) => ({ at, n })).toSorted((a, b) => a.at - b.at);
  const places: number[] = [];
  let last = -Infinity;
  for (const { at, n } of order) {
    last = Math.max(at, last + LINE_HEIGHT);
    places[n] = last;
  }
  return places;
};
