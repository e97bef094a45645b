/** Whether PostgreSQL can store the text: no NUL and no unpaired surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** At most `max` characters of a text, without what PostgreSQL cannot keep: NUL and unpaired surrogates. */
export const storable = (text: string, max: number): string =>
  text.slice(0, max).toWellFormed().replaceAll('\0', '\uFFFD');
