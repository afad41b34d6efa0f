export type Place = { city: string | null; state: string | null; zip: string | null }

/**
 * Key of a place, for people in the same one: its city and state, or else the first three digits of its ZIP code. Undefined for a
 * place that is not clear enough.
 */
export function placeKey({ city, state, zip }: Place): string | undefined {
  const town = cityKey(city ?? '')
  const region = normalizeState(state ?? '').toUpperCase()
  if (town && region) return `city:${town},${region}`
  const area = /^\s*(\d{3})\d{2}(-?\d{4})?\s*$/.exec(zip ?? '')?.[1]
  return area && `zip:${area}`
}

/** The name of a place for people: "Austin, TX", else as much as is known of it, else an empty string */
export function placeLabel({ city, state, zip }: Place): string {
  const parts = [tidy(city ?? ''), normalizeState(state ?? '')].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  return zip?.trim() ? `ZIP ${zip.trim()}` : ''
}

/** The two letters of a state of the United States, or another region as typed */
export function normalizeState(state: string): string {
  const typed = tidy(state)
  const letters = typed.toLowerCase().replaceAll('.', '')
  if (isStateCode(letters)) return letters.toUpperCase()
  return stateCodes.get(letters) ?? typed
}

const isStateCode = (letters: string) => [...stateCodes.values()].includes(letters.toUpperCase())

/** The parts of a place that a text names. `zip` has three digits. */
export type NamedPlace = { city?: string; state?: string; zip?: string }

/** The places that a text may mean: "Austin, TX", "Austin", "Texas", "787" */
export function readPlace(text: string): NamedPlace[] {
  const typed = tidy(text)
  const zip = /^\d{3,5}(?=\D|$)/.exec(typed)?.[0]
  if (zip) return [{ zip: zip.slice(0, 3) }]
  const comma = typed.lastIndexOf(',')
  if (comma > 0) return [{ city: tidy(typed.slice(0, comma)), state: normalizeState(typed.slice(comma + 1)) }]
  return typed === '' ? [] : [{ state: normalizeState(typed) }, { city: typed }]
}

export const tidy = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ')

/** Lower case, without accents and punctuation: "St. Louis" and "Saint Louis" are one city. */
export const cityKey = (city: string) =>
  city
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}.,'’]/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^saint /, 'st ')
    .replace(/^ft /, 'fort ')
    .replace(/^mt /, 'mount ')

/** The states of the United States, the District of Columbia, and territories with ZIP codes */
const stateCodes = new Map(
  `
    alabama AL, alaska AK, american samoa AS, arizona AZ, arkansas AR, california CA, colorado CO, connecticut CT,
    delaware DE, district of columbia DC, washington dc DC, florida FL, georgia GA, guam GU, hawaii HI, idaho ID,
    illinois IL, indiana IN, iowa IA, kansas KS, kentucky KY, louisiana LA, maine ME, maryland MD, massachusetts MA,
    michigan MI, minnesota MN, mississippi MS, missouri MO, montana MT, nebraska NE, nevada NV, new hampshire NH,
    new jersey NJ, new mexico NM, new york NY, north carolina NC, north dakota ND, northern mariana islands MP, ohio
    OH, oklahoma OK, oregon OR, pennsylvania PA, puerto rico PR, rhode island RI, south carolina SC, south dakota
    SD, tennessee TN, texas TX, utah UT, vermont VT, virgin islands VI, virginia VA, washington WA, west virginia
    WV, wisconsin WI, wyoming WY
  `
    .split(',')
    .map(tidy)
    .map((state) => [state.slice(0, -3), state.slice(-2)]),
)
