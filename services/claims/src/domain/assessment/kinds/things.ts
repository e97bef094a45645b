import { type Kind, kind } from './kind.ts';

/** Kinds by the damaged thing: the contents of a house. */
export const things: readonly Kind[] = [
  kind(
    'ELECTRONICS',
    'device',
    {
      5: `
        televisions?|tvs?|laptops?|tablets?|ipads?|speakers?|sound ?bars?|consoles?|playstation|xbox|
        projectors?|routers?|monitors?|remotes?|remote controls?|game ?boy|stereo|thermostats?|
        security cameras?|door ?bell(?: cameras?)?|phones?|chargers?|smart locks?|computers?|keyboards?|
        headphones|cameras?|cctv|electronics|(?:game |xbox )?controll?ers?|joy-?cons?|nintendo(?: switch)?|sonos|alexa|
        smart (?:tvs?|speakers?|thermostats?|home hubs?)|modems?|printers?|record players?|turntables?|amplifiers?|
        sub ?woofers?|kindles?|hi-?fi|dvd players?|docks?`,
    },
    {
      usual: [100, 1_500],
      lifeYears: 6,
      questions: [
        {
          ask: 'What are the make, the model and the size of the {item}?',
          known: /\d[- ]?(inch|"|”|in\b)|samsung|\blg\b|sony|apple|sonos|bose|nest|roku|philips|panasonic|model/i,
        },
        {
          ask: 'Does the {item} still work, or can it be repaired?',
          known: /repair|still works|no longer works|does(n't| not) (turn|work)|dead/i,
        },
      ],
    },
  ),
  kind(
    'APPLIANCES',
    'appliance',
    {
      5: `
        refrigerators?|fridges?|freezers?|ovens?|stoves?|cook ?tops?|hobs?|dishwashers?|
        washing machines?|washers?|dryers?|microwaves?|coffee (?:makers?|machines?)|espresso machines?|
        kettles?|toasters?|blenders?|air ?con(?:ditioners?)?|air conditioning|a\\/c|heaters?|boilers?|
        vacuums?(?: cleaners?)?|hoovers?|kitchen fan|(?:ceiling )?fans?|range hood|extractor|irons?|(?<!cast )iron|
        nespresso(?: machines?)?|air ?fryers?|slow cookers?|mixers?|juicers?|hair ?dryers?|tumble dryers?|
        induction(?: (?:hobs?|cook ?tops?))?|dehumidifiers?|wine (?:fridges?|coolers?)|ice makers?|fridge (?:drawer|shelf|door)s?|
        (?:oven|dishwasher|fridge|microwave) (?:door|glass|door glass|handle)s?|washing[- ]up`,
    },
    {
      usual: [80, 1_500],
      lifeYears: 10,
      questions: [
        {
          ask: 'What are the make and the model of the {item}?',
          known: /bosch|whirlpool|miele|lg\b|samsung|ge\b|kitchenaid|nespresso|delonghi|dyson|model/i,
        },
        { ask: 'What did a technician say about the {item}?', known: /technician|repair(man)?|engineer|serviced/i },
      ],
    },
  ),
  kind(
    'KITCHENWARE',
    'kitchenware',
    {
      6: `
        wine ?glass(?:es)?|drinking glass(?:es)?|champagne (?:flutes?|glass(?:es)?)|plates?|dishes(?! piled)|bowls?|mugs?|
        cups?|crockery|cutlery|silverware|pans?|sauce ?pans?|woks?|(?:tea|coffee|cast iron )?pots?|frying pans?|knives|china|
        casseroles?|(?:cutting|chopping) boards?|corkscrews?`,
    },
    {
      usual: [20, 250],
      lifeYears: 8,
      questions: [
        {
          ask: 'How many pieces are broken or missing?',
          known: /\b(\d+|one|two|three|four|five|six|seven|eight|ten|twelve|all|set)\b/i,
        },
      ],
    },
  ),
  kind(
    'TEXTILES',
    'linen',
    {
      6: `
        rugs?|(?:shower |net )?curtains?|drapes?|blinds?|bedding|bed ?sheets?|(?:fitted )?sheets?|duvets?(?: covers?)?|
        comforters?|pillows?|pillow ?cases?|(?:bath |tea |hand |beach )?towels?(?! (?:rails?|racks?|bars?|holders?|hooks?))|
        blankets?|(?:bed )?linens?|bedspreads?|(?<!seat )cushions?|(?:wool )?throws?|bath ?mats?|quilts?|table ?cloths?|bath ?robes?|
        mattress (?:toppers?|protectors?|pads?|covers?)|napkins?|upholstery(?! cleaner)`,
    },
    {
      usual: [30, 600],
      lifeYears: 6,
      questions: [
        { ask: 'Was cleaning of the {item} tried, and with what result?', known: /clean|wash|launder|steam/i },
        {
          ask: 'How many pieces, and of which size, are affected?',
          known: /\b(\d+|one|two|three|four|five|six|king|queen|double|set)\b/i,
        },
      ],
    },
  ),
  kind(
    'FURNITURE',
    'piece of furniture',
    {
      5: `
        sofas?|sofa beds?|couch(?:es)?|chairs?|armchairs?|tables?|coffee tables?|dining tables?|desks?|
        beds?|bed ?frames?|mattress(?:es)?|wardrobes?|dressers?|drawers?|cabinets?|cupboards?|
        bookshel(?:f|ves)|book ?cases?|shel(?:f|ves)|(?:bar |foot)?stools?|benches?|bench|recliners?|night ?stands?|headboards?|
        futons?|(?:table |floor )?lamps?|lamp ?shades?|crib|cots?|counter ?tops?|work ?tops?|kitchen island|side ?boards?|ottomans?|
        settees?|loveseats?|bunk ?beds?|slats?|rocking chairs?|bar ?stools?|chests? of drawers|chandeliers?|vanity|
        (?:sofa|couch|chair|table|bed) legs?|seat cushions?|bedside tables?|pianos?|wardrobe doors?`,
    },
    {
      usual: [100, 1_500],
      lifeYears: 10,
      questions: [
        {
          ask: 'What is the {item} made of, and who made it?',
          known: /leather|oak|pine|wood(en)?|metal|velvet|fabric|marble|ikea|walnut|granite/i,
        },
        { ask: 'Can the {item} be repaired, or must it be replaced?', known: /repair|replace|restore|beyond/i },
      ],
    },
  ),
];
