import { table } from '../../tools/src/ops/command.ts';
import type { Figures, Results } from './measure.ts';

/** Every side of every row, a line each. */
export const asTable = (results: Results): string => {
  const lines = Object.entries(results).flatMap(([row, sides]) =>
    Object.entries(sides).map(([side, figures]) => [row, side, ...cells(figures), against(figures, sides['ours'])]),
  );
  return table(['WORK', 'SIDE', 'CPU ms', 'A SECOND', 'p50 ms', 'p99 ms', 'OURS BESIDE IT'], lines).join('\n');
};

const cells = ({ cpuMs, perSecond, p50, p99 }: Figures): string[] => [
  cpuMs?.toFixed(2) ?? '',
  perSecond.toFixed(0),
  p50?.toFixed(1) ?? '',
  p99?.toFixed(1) ?? '',
];

const against = (figures: Figures, ours: Figures | undefined): string => {
  if (!ours || figures === ours) return '';
  const { cpuMs, perSecond } = compareWithReference(ours, figures);
  return [cpuMs && `${cpuMs.toFixed(2)} × the CPU`, `${perSecond.toFixed(2)} × a second`].filter(Boolean).join(', ');
};

/** Our figures in times of a reference's. */
export const compareWithReference = (
  ours: Figures,
  reference: Figures,
): { cpuMs: number | undefined; perSecond: number } => ({
  cpuMs: ours.cpuMs !== undefined && reference.cpuMs ? ours.cpuMs / reference.cpuMs : undefined,
  perSecond: ours.perSecond / reference.perSecond,
});
