export type Place = { city: string | null; state: string | null; zip: string | null }

/**
 * Keys of the area in which a place is: its city and state, and the first three digits of its ZIP code. Two entries are
 * near each other if they have a key in common. A place that is not clear enough has no key.
 */
export function placeKeys({ city, state, zip }: Place): string[] {
  const town = cityKey(city ?? '')
  const region = stateCode(state ?? '')
  const area = /^\s*(\d{3})\d{2}(-?\d{4})?\s*$/.exec(zip ?? '')?.[1]
  return [...(town && region ? [`city:${town},${region}`] : []), ...(area ? [`zip:${area}`] : [])]
}

/** The name of a place for people: "Austin, TX", else as much as is known of it, else an empty string */
export function placeLabel({ city, state, zip }: Place): string {
  const parts = [tidy(city ?? ''), stateCode(state ?? '')].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  return zip?.trim() ? `ZIP ${zip.trim()}` : ''
}

/** "Austin, TX" for the key of a city, "ZIP codes 787xx" for the key of an area */
export function areaLabel(key: string): string {
  const [kind, rest = ''] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
  if (kind === 'zip') return `ZIP codes ${rest}xx`
  const comma = rest.lastIndexOf(',')
  const city = rest.slice(0, comma).replaceAll(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase())
  return `${city}, ${rest.slice(comma + 1)}`
}

const tidy = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ')

/** Lower case, without accents and punctuation: "St. Louis" and "st louis" are one city. */
const cityKey = (city: string) =>
  city
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}.,'’]/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')

/** The two letters of a state of the United States, or another region as typed in upper case */
function stateCode(state: string): string {
  const typed = tidy(state)
  return states[typed.toLowerCase().replaceAll('.', '')] ?? typed.toUpperCase()
}

const states: Record<string, string> = {
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  'district of columbia': 'DC',
  dc: 'DC',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'new mexico': 'NM',
  'new york': 'NY',
  'north carolina': 'NC',
  'north dakota': 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  'puerto rico': 'PR',
  'rhode island': 'RI',
  'south carolina': 'SC',
  'south dakota': 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  washington: 'WA',
  'west virginia': 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
}
