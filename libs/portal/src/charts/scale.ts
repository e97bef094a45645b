/** A value of a chart; `part` of it is drawn in another shade. */
export type Point = { label: string; value: number; part?: number };

/** A bar in percent of a chart's width and height, from the top left. */
export type Bar = { x: number; y: number; width: number; height: number };

const GAP = 0.25;

/** So many bars fill a chart; fewer leave room. */
export const FEW = 5;

/** Where the bars of these points stand between the lowest and the highest value, of which one is 0 at least. */
export const barsFor = (values: readonly number[]): Bar[] => {
  const top = Math.max(0, ...values);
  const range = top - Math.min(0, ...values);
  const step = 100 / Math.max(values.length, FEW);
  return values.map((value, i) => ({
    x: step * (i + GAP / 2),
    width: step * (1 - GAP),
    y: range === 0 ? 100 : ((top - Math.max(value, 0)) / range) * 100,
    height: range === 0 ? 0 : (Math.abs(value) / range) * 100,
  }));
};

/** The part of a bar that stands at its foot, when it is some of a value above 0. */
export const partialBar = (bar: Bar, { value, part = 0 }: Point): Bar => {
  const share = value > 0 ? Math.min(Math.max(part / value, 0), 1) : 0;
  return { ...bar, y: bar.y + bar.height * (1 - share), height: bar.height * share };
};
