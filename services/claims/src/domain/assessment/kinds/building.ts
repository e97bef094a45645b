import { type Kind, kind } from './kind.ts';

/** Damage filed under the part of the building, or what stands around it. */
export const building: readonly Kind[] = [
  kind(
    'GLASS',
    'glass',
    {
      5: `
        (?:french )?windows?|mirrors?|glass (?:table|door|panel|top|pane)s?|glass table tops?|window ?panes?|panes?|
        (?:double|triple)[- ]glaz(?:ed|ing)|glazing|shower (?:screen|door|glass|cubicle|cubicle door)s?|skylights?|
        conservatory|greenhouses?|balustrades?|(?:wall|bathroom|hall) mirrors?`,
      4: 'glass',
      1: 'shattered|cracked',
    },
    {
      usual: [100, 1_200],
      lifeYears: null,
      questions: [
        {
          ask: 'What are the measurements of the {item}?',
          known: /\d\s*(x|by)\s*\d|\d\s*(cm|inch|inches|feet|ft|m)\b/i,
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
        vinyl(?: floors?)?|floor tiles?|(?:marble |kitchen |bathroom )?tiles?|linoleum|lino|cork floors?|
        engineered wood|(?:stairs? |bedroom |hall )?carpet(?:s|ing|ed)?|stair (?:runners?|treads?)|grout`,
      3: '(?:ground )?floors?|stair(?:s|case)?|steps?',
    },
    {
      usual: [150, 2_500],
      lifeYears: 15,
      questions: [
        {
          ask: 'How large is the damaged part of the {item}?',
          known: /\d\s*(sq|square|m2|m²|planks?|boards?|tiles?|cm|inch|inches|feet|ft)\b/i,
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
        fire ?pits?|gazebos?|hedges?|sun ?loungers?|loungers?|mail ?box|letter ?box|driveway|gates?|kayaks?|canoes?|
        (?:e-)?bicycles?|(?:e-?)?bikes?|trampolines?|hammocks?|swings?|awnings?|pergolas?|sprinklers?|flower ?beds?|
        planters?|deck ?chairs?|garden (?:furniture|chair|table|fence)s?|paddle ?boards?|pizza ovens?|saunas?|sheds?|
        hot tub covers?|pool (?:heater|robot|liner)s?`,
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
        locks?|keys?|(?:key|gate) ?fobs?|key ?cards?|front doors?|bedroom doors?|garage (?:doors?|remotes?|locks?)|
        garage door (?:openers?|remotes?|opener remotes?)|(?:patio|sliding|bathroom|entrance|balcony|back|shed) doors?|
        door ?(?:handles?|frames?|knobs?)|handles? of the (?:\\w+ ){0,2}door|locksmith|dead ?bolts?|lock ?box(?:es)?|key ?safes?|
        key ?pads?|latch(?:es)?|kicked (?:\\w+ ){0,3}in|locked (?:themselves|himself|herself|out)`,
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
        walls?|paint(?:ed|work)?|re-?paint(?:ed|ing)?|dry ?wall|plaster(?:work|board)?|sheet ?rock|wall ?paper|ceilings?|
        skirting(?: boards?)?|baseboards?|scuff(?:s|ed)?(?: marks)?|crayon|graffiti|stucco|nail holes?`,
      2: 'holes?|dents?|scribbles?',
    },
    {
      usual: [80, 900],
      lifeYears: null,
      questions: [
        {
          ask: 'How large is the damaged part of the {item}?',
          known: /\d\s*(cm|inch|inches|feet|ft|m|m2|m²|sq)\b|size of/i,
        },
        { ask: 'Is it only paint, or is the surface below damaged too?', known: /hole|drywall|plaster|dent|scuff/i },
      ],
    },
  ),
];
