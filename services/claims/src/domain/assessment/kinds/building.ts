import { type Kind, kind } from './kind.ts';

/** Damage filed under the part of the building, or what stands around it. */
export const building: readonly Kind[] = [
  kind(
    'GLASS',
    'glass',
    {
      5: `
        windows?|mirrors?|glass (?:table|door|panel|top|pane)s?|window ?panes?|
        shower (?:screen|door|glass)s?|skylights?`,
      4: 'glass',
      1: 'shattered|cracked',
    },
    {
      usual: [100, 1_200],
      lifeYears: null,
      questions: [
        {
          ask: 'What are the measurements of the {item}?',
          known: /\d+\s*(x|by)\s*\d+|\d+\s*(cm|inch|inches|feet|ft|m)\b/i,
        },
        { ask: 'Is the place safe, or was the opening boarded up?', known: /boarded|safe|covered/i },
      ],
    },
  ),
  kind(
    'FLOORING',
    'floor',
    {
      5: `
        hardwood(?: floors?)?|parquet|laminate|floor ?boards?|flooring|wooden floors?|wood floors?|
        vinyl floors?|floor tiles?|tiles?|linoleum`,
      3: 'floors?',
    },
    {
      usual: [150, 2_500],
      lifeYears: 15,
      questions: [
        {
          ask: 'How large is the damaged part of the {item}?',
          known: /\d+\s*(sq|square|m2|m²|planks?|boards?|tiles?|cm|inch|inches|feet|ft)\b/i,
        },
        {
          ask: 'Can the {item} be sanded or repaired, or must it be replaced?',
          known: /sand(ed|ing)|refinish|replace/i,
        },
      ],
    },
  ),
  kind(
    'OUTDOOR',
    'outdoor equipment',
    {
      6: `
        patio(?: furniture| heater)?|gardens?|bbq|barbecues?|grills?|hot tubs?|jacuzzi|pools?|
        pool (?:pump|cover|table)|fences?|decks?|decking|lawns?|parasols?|(?:patio |garden )umbrellas?|
        fire ?pits?|gazebos?|hedges?|sun ?loungers?|mail ?box|driveway|gates?|kayaks?|bicycles?|bikes?`,
    },
    {
      usual: [100, 2_000],
      lifeYears: 8,
      questions: [
        {
          ask: 'Was the {item} fastened or put away, and what was the weather like?',
          known: /storm|wind|weather|drove|car|tied|locked/i,
        },
      ],
    },
  ),
  kind(
    'LOCKS_DOORS',
    'door or lock',
    {
      5: `
        locks?|keys?|key ?fobs?|key ?cards?|front doors?|bedroom doors?|garage (?:doors?|remotes?)|
        door (?:handles?|frames?|knobs?)|locksmith`,
      4: 'hinges?',
      3: 'doors?',
    },
    {
      usual: [50, 700],
      lifeYears: null,
      questions: [
        {
          ask: 'Was the lock changed, and what did the locksmith charge?',
          known: /locksmith|re-?key|changed|replaced/i,
        },
      ],
    },
  ),
  kind(
    'WALLS',
    'wall',
    {
      5: `
        walls?|paint(?:ed|work|ing)?|dry ?wall|plaster|wall ?paper|ceilings?|skirting|baseboards?|
        scuff(?:s|ed)?(?: marks)?|crayon|graffiti`,
      2: 'holes?|dents?',
    },
    {
      usual: [80, 900],
      lifeYears: null,
      questions: [
        {
          ask: 'How large is the damaged part of the {item}?',
          known: /\d+\s*(cm|inch|inches|feet|ft|m|m2|m²|sq)\b|size of/i,
        },
        { ask: 'Is it only paint, or is the surface below damaged too?', known: /hole|drywall|plaster|dent|scuff/i },
      ],
    },
  ),
];
