import { decimalPlaces, type Fault } from '@staycover/kernel';
import type { CoverageBody } from './coverage.ts';
import { toPointer } from './faults.ts';

type PolicyAmounts = { coverage?: CoverageBody | null | undefined; selectedSelfCoverage?: number | null | undefined };

const coverageAmounts = [
  'contentsCoverage',
  'liabilityCoverage',
  'dwellingCoverage',
  'totalCoverage',
  'deductible',
  'minimumClaim',
] as const;

const fits = (value: number | null | undefined, currency: string): boolean =>
  typeof value !== 'number' || Number(value.toFixed(decimalPlaces(currency))) === value;

/**
 * Amounts of a policy's body that have more decimals than their currency: `coverageCurrency` for the coverage, the
 * policy's own for the rest.
 */
export const decimalFaults = (body: PolicyAmounts, currency: string, prefix: readonly string[] = []): Fault[] => {
  const fault = (path: string[], of: string): Fault => ({
    pointer: toPointer([...prefix, ...path]),
    detail: `must have at most ${decimalPlaces(of)} decimals in ${of}`,
  });
  const coverageCurrency = body.coverage?.coverageCurrency ?? currency;
  return [
    ...coverageAmounts
      .filter((name) => !fits(body.coverage?.[name], coverageCurrency))
      .map((name) => fault(['coverage', name], coverageCurrency)),
    ...(fits(body.selectedSelfCoverage, currency) ? [] : [fault(['selectedSelfCoverage'], currency)]),
  ];
};
