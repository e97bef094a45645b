import { once } from '@staycover/kernel';
import { checkerFor, closed } from './checker.ts';
import { loadDocument } from './documents.ts';

const compileAnswers = async () => {
  const open = await loadDocument('openapi');
  const shut = closed(open);
  const faultIn = checkerFor({ open: { components: open.components }, closed: { components: shut.components } });
  return { accepted: open.paths, answered: shut.paths, faultIn };
};

const compileEvents = async () => {
  const { components } = closed(await loadDocument('asyncapi'));
  return { messages: Object.values(components.messages), faultIn: checkerFor({ events: { components } }) };
};

/** The documents, with what checks against their schemas; both compile what they meet. */
export const documentChecks = { answers: once(compileAnswers), events: once(compileEvents) };
