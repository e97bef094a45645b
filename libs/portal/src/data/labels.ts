/** The labels of a dialog's fields, by the members that they send. */
export type Labels = Readonly<Record<string, string>>;

/** A name of one small word may be a word of the text: it stands for the field behind a slash only. */
const namesIn = (member: string): RegExp =>
  new RegExp(`(?<![\\w/])/${/[A-Z]/.test(member) ? '?' : ''}${member}\\b(?:/(\\d+))?`, 'g');

/** A refusal in the words of the dialog: the label of a field in place of its member, counted from 1 where it has several. */
export const inLabels = (text: string, labels: Labels): string =>
  Object.entries(labels).reduce(
    (words, [member, label]) =>
      words.replaceAll(namesIn(member), (_, index?: string) => `“${label}”${index ? ` ${Number(index) + 1}` : ''}`),
    text,
  );

/** The labels of the fields of a form, without what they explain after a comma; a label is around its field. */
export const readLabels = (form: HTMLFormElement): Labels =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('label > [name]')].map((field) => {
      const texts = [...field.parentElement!.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const [label] = texts
        .map(({ textContent }) => textContent)
        .join('')
        .split(',');
      return [field.name, label!];
    }),
  );
