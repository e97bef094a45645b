import { useState } from 'react';
import { Table } from '../ui/table.tsx';
import { barsFor, FEW, type Point, partialBar } from './scale.ts';

type ChartProps = {
  title: string;
  /** What a label, a value and a part of it are. */
  names: readonly [label: string, value: string, part?: string];
  points: readonly Point[];
  print: (value: number) => string;
};

/** Values as bars, or as a table. */
export const Chart = ({ title, names, points, print }: ChartProps) => {
  const [isTable, setTable] = useState(false);
  const [label, value, part] = names;
  const columns = [
    { name: label, cell: (point: Point) => point.label },
    { name: value, cell: (point: Point) => print(point.value), figure: true },
    ...(part === undefined ? [] : [{ name: part, cell: (point: Point) => print(point.part ?? 0), figure: true }]),
  ];
  return (
    <section className="card chart">
      <header className="row">
        <h2>{title}</h2>
        <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Chart' : 'Table'}
          <span className="sr-only"> of {title}</span>
        </button>
      </header>
      {isTable ? (
        <Table caption={title} columns={columns} rows={points} getKey={({ label: key }) => key} />
      ) : points.every((point) => point.value === 0) ? (
        <p className="faint">Nothing yet: every value is {print(0)}.</p>
      ) : (
        <Bars title={title} names={names} points={points} print={print} />
      )}
    </section>
  );
};

const Bars = ({ title, names: [, value, part], points, print }: ChartProps) => {
  const bars = barsFor(points.map((point) => point.value));
  const described = ({ label, value: whole, part: some }: Point): string =>
    `${label}: ${print(whole)}${part === undefined ? '' : `, ${part} ${print(some ?? 0)}`}`;
  return (
    <figure>
      <figcaption className="row faint">
        <span className="key whole">{value}</span>
        {part !== undefined && <span className="key some">{part}</span>}
        <span className="highest">up to {print(Math.max(0, ...points.map((point) => point.value)))}</span>
      </figcaption>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={`${title}, as bars`}>
        {points.map((point, i) => (
          <g key={point.label}>
            <title>{described(point)}</title>
            <rect className="whole" {...bars[i]} />
            <rect className="some" {...partialBar(bars[i]!, point)} />
          </g>
        ))}
      </svg>
      <p className={`faint ${points.length > FEW ? 'ends' : 'under'}`}>
        {(points.length > FEW ? [points[0]!, points.at(-1)!] : points).map((point) => (
          <span key={point.label}>{point.label}</span>
        ))}
      </p>
    </figure>
  );
};
