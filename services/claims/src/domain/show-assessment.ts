import { changed, isSame, unchanged } from '@staycover/kernel';
import type { ClaimAssessment } from './assessment/result.ts';
import { type Claim, isOpen } from './claim.ts';
import type { ClaimDecision, ClaimEvent } from './claim-event.ts';

/** Shows an assessment on an open claim, unless a later one is there; a result equal to the last one changes nothing. */
export const showAssessment = (claim: Claim, assessment: ClaimAssessment): ClaimDecision =>
  !isOpen(claim) ||
  assessment.assessedAt < (claim.assessment?.assessedAt ?? '') ||
  isSame({ ...assessment, assessedAt: '' }, { ...claim.assessment, assessedAt: '' })
    ? unchanged(claim)
    : changed<Claim, ClaimEvent>(claim, { assessment }, { type: 'claim-assessed' });
