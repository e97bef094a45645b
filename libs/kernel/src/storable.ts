/** Whether PostgreSQL can store the text: no NUL and no unpaired surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
