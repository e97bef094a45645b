import { type Kind, kind } from './kind.ts';

/** Damage filed under the thing that it is done to: what stands in a house. */
export const things: readonly Kind[] = [
  kind(
    'ELECTRONICS',
    'device',
    {
      5: `
        televisions?|tvs?|laptops?|tablets?|ipads?|speakers?|sound ?bars?|consoles?|playstation|xbox|
        projectors?|routers?|monitors?|remotes?|remote controls?|game ?boy|stereo|thermostats?|
        security cameras?|door ?bell(?: cameras?)?|phones?|chargers?|smart locks?|computers?|keyboards?|
        headphones|cameras?|electronics`,
    },
    {
      usual: [100, 1_500],
      lifeYears: 6,
      questions: [
        {
          ask: 'What are the make, the model and the size of the {item}?',
          known: /\d+[- ]?(inch|"|”|in\b)|samsung|\blg\b|sony|apple|sonos|bose|nest|roku|philips|panasonic|model/i,
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
        vacuums?(?: cleaners?)?|kitchen fan|range hood|irons?`,
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
        wine ?glass(?:es)?|drinking glass(?:es)?|plates?|dishes|bowls?|mugs?|cups?|crockery|cutlery|
        silverware|pans?|pots?|frying pans?|knives|china`,
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
        carpets?|rugs?|curtains?|drapes?|blinds?|bedding|bed ?sheets?|sheets?|duvets?|comforters?|
        pillows?|pillow ?cases?|towels?|blankets?|linens?|bedspreads?|cushions?|throws?|bath mats?|
        quilts?`,
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
        bookshel(?:f|ves)|shel(?:f|ves)|stools?|benches?|bench|recliners?|night ?stands?|headboards?|
        futons?|lamps?|crib|counter ?tops?`,
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
