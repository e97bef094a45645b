/** What was typed into a field of a form, without blanks around it; '' for a field that is not there. */
export const typedIn = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim();
