import { type Kind, kind } from './kind.ts';

/** Damage filed under its cause, which weighs more than the thing: a dog that chewed a sofa is a matter of pets. */
export const causes: readonly Kind[] = [
  kind(
    'THEFT',
    'stolen items',
    {
      8: `
        stolen|steal(?:ing)?|stole|theft|thie(?:f|ves)|robbed|robbery|burgl(?:ary|ars?|ed|arized?)|break-?in|broke in|
        nicked|pinched|swiped|shoplifted`,
      8.5: `
        missing(?! (?:its|a|one|from its|the))|disappeared|vanished|gone|walked off|went missing|not there(?: any ?more)?|
        (?:took|taken) (?:the|our|my|all|both|several|home)|helped themselves|emptied(?! over)`,
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
      7: `
        smoke(?!\\s*(?:alarm|detector))|(?<!non[- ])smok(?:ed|ing)|soot|scorch(?:ed|ing)?|
        burn(?:ed|t|s|ing)?(?! (?:out|food|grease|cheese|oil|rice|sugar|toast|into))|burn (?:marks?|holes?)|singed|melted|charred|
        cigarettes?|cigars?|cannabis|marijuana|joints?|vap(?:e|ing)|ablaze|alight|ozone`,
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
        flood(?:ed|ing)?|leak(?:ed|ing|s|age)?|burst(?! balloon)|overflow(?:ed|s)?|overflowing(?! bins?)|water damage|
        clogged|(?:drains?|toilets?|sinks?) (?:\\w+ )?blocked|blocked (?:\\w+ )?(?:drain|toilet|sink)s?|backed up|sewage|
        (?:baths?|bath ?tubs?|tubs?|basins?|sinks?) (?:\\w+ ){0,2}(?:run|ran|running) over|under ?water|left (?:\\w+ ){0,4}running|sprayed|water came|came through the ceiling`,
      7: 'moisture|damp|wet patch(?:es)?|drip(?:s|ped|ping)|mould(?! )|waterlogged|puddles?',
      4: 'plumb(?:er|ing)|toilets?|drains?|pipes?|faucets?|taps?|sinks?|basins?|bath ?tubs?|shower head|soaked|hoses?',
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
    {
      8: `
        dogs?|cats?|pupp(?:y|ies)|kittens?|pets?|rabbits?|parrots?|cockatoos?|birds?|ferrets?|hamsters?|animals?|hounds?|
        labradors?|husk(?:y|ies)|terriers?|retrievers?|bulldogs?|poodles?|fleas|paw prints?`,
      5: 'chewed|clawed|claw marks|gnawed|urine|peed|pooped|droppings|fur',
    },
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
        (?:deep|extra|professional|additional|excessive|industrial)[- ]clean(?:ing|ed|ers?)?|vomit(?:ed)?|
        trash|garbage(?! disposal)|rubbish|filth(?:y)?|biohazard|confetti|glitter|silly string|slime|disgusting|
        was sick|extra hours|hours of cleaning|mud(?:dy)?|greasy|grease|grime|overflowing bins?|bins overflowing|
        beer cans|pizza boxes|piled up|leftovers|caked|scrub(?:bed|bing)?`,
      4: 'clean(?:ing|ers?|ed)(?: fee| company)?|odou?r|stench|smell(?:s|ed|y)?|dirty',
      1: 'stain(?:s|ed)?|mess',
    },
    {
      usual: [80, 600],
      lifeYears: null,
      questions: [
        { ask: 'How many hours did the extra cleaning take, and at what rate?', known: /\d\s*(hours?|hrs?)/i },
      ],
    },
  ),
];
