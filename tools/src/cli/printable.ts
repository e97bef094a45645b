/** Control characters but tab and line feed, and those that turn the direction of writing. */
const COMMANDS = /(?![\t\n])\p{Cc}|\p{Bidi_Control}/gu;

/**
 * Text of others as a terminal may get it: what would move its cursor, change its title, or hide what stands there is shown
 * by its number. JSON stays the same JSON.
 */
export const printable = (text: string): string =>
  text.replaceAll(COMMANDS, (command) => `\\u${command.charCodeAt(0).toString(16).padStart(4, '0')}`);
