/**
 * A `where` of the conditions with a value, each SQL with one `?`, and their parameters from `$1` on. What is not given is
 * left out of the text: no plan fits both.
 */
export const whereGiven = (conditions: Readonly<Record<string, unknown>>): { where: string; params: unknown[] } => {
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined && value !== null);
  const texts = given.map(([text], i) => text.replace('?', `$${i + 1}`));
  return {
    where: texts.length > 0 ? `where ${texts.join(' and ')}` : '',
    params: given.map(([, value]) => value),
  };
};
