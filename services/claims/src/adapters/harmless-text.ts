/**
 * Text that a reader could follow: a name with a dot between letters (`evil.example/login`, `t.me`), a network address, a
 * scheme, a telephone number. Not `4.25`, `e.g.`, `U.S.`, or the names of photos and papers.
 */
const ADDRESS =
  /[\p{L}\p{N}-](?:\.|\s?[([{]\s?(?:dot|\.)\s?[)\]}]\s?|。)(?!(?:jpe?g|png|gif|webp|heic|pdf|docx?|txt|mp4)\b)[\p{L}][\p{L}\p{N}-]+|\sdot\s(?:com|net|org|info|io|me|app)\b|\d+\.\d+\.\d+\.\d+|\w:\/\/|\+\d[\d ().-]{6,}/iu;

const SPELLED_ADDRESS = /\s\.\s?(?:com|net|org|info|io|me|app)\b|\sat\s\S+\sdot\s/i;

const ELSEWHERE =
  /https?:|www\.|@|\b(?:whatsapp|telegram|instagram|facebook|messenger|viber|wechat|threema|discord|snapchat|skype|bitcoin)\b/i;

const ENGLISH_SECRETS =
  /\b(?:pass\s?(?:word|code)|credit card|debit card|card number|back of (?:your|the) card|cv(?:[cv]2?|2)|iban|bank account|(?:your|guest's) bank(?:ing)? details|banking log-?\s?in|account number|sort code|routing number|(?:one-?\s?time|security|verification) code|log-?\s?in (?:credentials|data|details|name)|pin\s?(?:code|number)|your pin|social security|ssn)\b/i;

const PIN = /\bPINs?\b/;

/** Letters of two scripts in one word, but for those of units: they look alike, and no pattern knows the word. */
const MIXED_SCRIPTS =
  /\p{sc=Latin}(?![μΩΔ])[\p{sc=Cyrillic}\p{sc=Greek}]|(?![μΩΔ])[\p{sc=Cyrillic}\p{sc=Greek}]\p{sc=Latin}/u;

/** Secrets in the other languages that most claims are written in, should a model not keep to English. */
const SECRETS =
  /\b(?:kartennummer|prüfziffer|passwort|kontonummer|bankverbindung|numéro de carte|mot de passe|code secret|relevé d'identité bancaire|número de tarjeta|contraseña|clave secreta|cuenta bancaria|numero della carta|parola d'ordine|conto bancario|número do cartão|senha|conta bancária|kaartnummer|wachtwoord|rekeningnummer)\b/iu;

/** Signal as a way to write to a person, not what an alarm or an aerial gives. */
const SIGNAL =
  /\b(?:on|via|over|through|using) signal\b|\bsignal(?: app\b|\s?:)|\b(?:add|contact|dm|find|message|reach|text|write)(?: to)? (?:me|us)\b[^.?!]{0,40}\bsignal\b/i;

const LEADS = [ADDRESS, SPELLED_ADDRESS, ELSEWHERE, SECRETS, ENGLISH_SECRETS, PIN, MIXED_SCRIPTS, SIGNAL];

/** What stands between the digits of a telephone number. */
const GAP = String.raw`[\s().\/·\p{Pd}]*`;
const TELEPHONE = new RegExp(String.raw`\d(?:${GAP}\d){6}`, 'u');

/** A figure as a sum or a year has it, and one that has cents. */
const [FIGURE, CENTS] = [String.raw`[1-9]\d{0,4}(?:\.\d\d)?`, String.raw`\d+\.\d\d`];
/** Digits that are no telephone number: a day, a sum with commas, a range of sums or years, a sum with cents, the name of a file. */
const HARMLESS_DIGITS = new RegExp(
  [
    String.raw`\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b`,
    String.raw`\b\d{1,3}(?:,\d{3})+(?:\.\d\d)?(?!\d)`,
    String.raw`(?<!\d${GAP})(?:\d{1,2}[.\/]\d{1,2}[.\/](?:19|20)\d\d|${FIGURE}\s*\p{Pd}\s*${FIGURE}|${CENTS}\s*\p{Pd}\s*${CENTS}|${CENTS})(?!${GAP}\d)`,
    String.raw`[\w-]+\.(?:jpe?g|png|gif|webp|heic|pdf|docx?|txt|mp4)\b`,
  ].join('|'),
  'giu',
);

const IS_DIGIT = /^\p{Nd}$/u;

/** The digits of each script stand in a row, from 0 to 9. */
const westernDigit = (digit: string): string => {
  let value = 0;
  while (IS_DIGIT.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++;
  return `${value % 10}`;
};

/** As a reader sees it: wide letters are letters, digits of any script are digits, and what does not show is not there. */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, westernDigit);

/**
 * A question goes to a claimant under our name: it must not lead anywhere or ask for secrets. Nor may it be longer than `max`
 * as it is read, where one letter may have stood for several.
 */
export const isHarmless = (text: string, max: number): boolean => {
  const read = asRead(text);
  return (
    read.length <= max &&
    !LEADS.some((lead) => lead.test(read)) &&
    !TELEPHONE.test(read.replaceAll(HARMLESS_DIGITS, 'x'))
  );
};
