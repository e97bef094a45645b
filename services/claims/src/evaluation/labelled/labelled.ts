import type { Topic } from '../../domain/assessment/questions.ts';
import type { Confidence } from '../../domain/assessment/result.ts';

/** A claim with the judgement of an experienced adjuster. */
export type LabelledClaim = {
  text: string;
  /** Day of the damage; 2026-11-14 by default, null when unknown. The stay is 2026-11-12 to 2026-11-15. */
  date?: string | null;
  estimate?: number;
  /** File names of documents. */
  files?: readonly string[];
  urls?: readonly string[];
  answers?: Readonly<Record<string, string>>;
  /** Damage cover, 3000 by default, and its deductible, 0 by default. */
  cover?: number;
  deductible?: number;
  /** The kind that the adjuster files it under. */
  kind: string;
  /** What the adjuster would ask for. */
  missing: readonly Exclude<Topic, 'SPECIFIC'>[];
  /** Between what amounts the adjuster expects to settle. */
  fair: readonly [low: number, high: number];
  confidence: Confidence;
};
