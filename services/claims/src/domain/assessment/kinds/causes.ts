import { type Kind, kind } from './kind.ts';

/** Damage filed under its cause, which weighs more than the thing: a dog that chewed a sofa is a matter of pets. */
export const causes: readonly Kind[] = [
  kind(
    'THEFT',
    'stolen items',
    {
      8: 'stolen|stole|theft|thie(?:f|ves)|robbed|robbery|burglar(?:y|s|ized)?|break-?in|broke in',
      6: 'missing|disappeared|vanished|gone|walked off with',
    },
    {
      usual: [100, 2_000],
      lifeYears: 6,
      questions: [
        {
          ask: 'How did the thief get in, and are there signs of a forced entry?',
          known: /forced|broken (lock|window|door)|pried|unlocked/i,
        },
        { ask: 'Who had keys or the door code during the stay?', known: /keys?\b|code/i },
      ],
    },
  ),
  kind(
    'FIRE_SMOKE',
    'fire or smoke damage',
    {
      8: 'fires?(?!\\s*(?:pit|place|alarm|extinguisher|door))|flames?',
      6: `
        smoke(?!\\s*(?:alarm|detector))|smok(?:ed|ing)|soot|scorch(?:ed|ing)?|
        burn(?:ed|t|s|ing)?(?! out)|singed|melted|charred`,
    },
    {
      usual: [150, 5_000],
      lifeYears: null,
      questions: [
        {
          ask: 'What started the fire or the smoke?',
          known: /cigarette|candle|iron|stove|oven|grill|pan\b|grease|outlet|smoking/i,
        },
        { ask: 'Did the fire brigade come, and is there a report?', known: /fire (brigade|department|fighters?)/i },
      ],
    },
  ),
  kind(
    'WATER',
    'water damage',
    {
      8: `
        flood(?:ed|ing)?|leak(?:ed|ing|s|age)?|burst|overflow(?:ed|ing|s)?|water damage|clogged|
        blocked drain|sewage`,
      4: 'plumb(?:er|ing)|toilet|drain|pipes?|faucet|tap|sink|bathtub|shower head|soaked',
    },
    {
      usual: [150, 3_000],
      lifeYears: null,
      questions: [
        {
          ask: 'Where did the water come from, and is the leak repaired?',
          known: /burst|left (the )?(tap|faucet|bath)|running|washing machine|dishwasher|repaired|fixed/i,
        },
        {
          ask: 'Which rooms and surfaces got wet?',
          known: /kitchen|bathroom|bedroom|living room|hall|basement|ceiling|floor/i,
        },
      ],
    },
  ),
  kind(
    'PETS',
    'damage by the animal',
    { 6: 'dogs?|cats?|pupp(?:y|ies)|kittens?|pets?', 5: 'chewed|clawed|claw marks|gnawed|urine|peed|pooped' },
    {
      usual: [100, 1_200],
      lifeYears: 8,
      questions: [
        {
          ask: 'Which animal was it, and was it allowed at the property?',
          known: /pet[- ]friendly|allowed|no[- ]pets?|unauthori[sz]ed|pet fee/i,
        },
      ],
    },
  ),
  kind(
    'CLEANING',
    'extra cleaning',
    {
      6: `
        (?:deep|extra|professional|additional|excessive|industrial)[- ]clean(?:ing|ed)?|vomit(?:ed)?|
        trash|garbage|rubbish|filth(?:y)?|biohazard|confetti|glitter`,
      4: 'clean(?:ing|ers?|ed)(?: fee| company)?|odou?r|stench|smell(?:s|ed|y)?|dirty',
      1: 'stain(?:s|ed)?|mess',
    },
    {
      usual: [80, 600],
      lifeYears: null,
      questions: [
        { ask: 'How many hours did the extra cleaning take, and at what rate?', known: /\d+\s*(hours?|hrs?)/i },
      ],
    },
  ),
];
