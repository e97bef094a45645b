import { building } from './building.ts';
import { causes } from './causes.ts';
import { type Kind, kind } from './kind.ts';
import { things } from './things.ts';

/** Every kind of damage and loss; of two that are equally likely the first counts. */
export const kinds: readonly Kind[] = [...causes, ...things, ...building];

/** What no kind claims. */
export const otherKind: Kind = kind('OTHER', 'damaged item', {}, { usual: [50, 500], lifeYears: null, questions: [] });
