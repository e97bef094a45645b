import type { Scale } from '../faults/fault.ts';
import { answersAstray } from './answers-astray.ts';
import { budgets } from './budgets.ts';
import { excess } from './excess.ts';
import { exhaustion } from './exhaustion.ts';
import { extremes } from './extremes.ts';
import { foreignIds, forgedEvents } from './foreign-organizations.ts';
import { greedy } from './greedy.ts';
import { injections } from './injections.ts';
import { large } from './large.ts';
import { malformed } from './malformed.ts';
import { manyStreams } from './many-streams.ts';
import { rebinding } from './rebinding.ts';
import { beyondRoles } from './roles.ts';
import type { Target } from './target.ts';
import { badTokens } from './tokens.ts';
import type { Trial } from './trial.ts';
import { watching } from './watching.ts';
import { badWebhooks } from './webhooks.ts';

export type Attack = (target: Target, scale: Scale) => Promise<Trial[]>;

/** Everything that is tried against a running platform, the quiet attacks first. */
export const attacks: readonly Attack[] = [
  foreignIds,
  answersAstray,
  watching,
  forgedEvents,
  beyondRoles,
  badTokens,
  badWebhooks,
  malformed,
  injections,
  excess,
  large,
  rebinding,
  budgets,
  greedy,
  extremes,
  manyStreams,
  exhaustion,
];
