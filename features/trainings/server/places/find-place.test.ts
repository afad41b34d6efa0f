import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPlace, readTables } from './find-place.ts'

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const arizona = 'America/Phoenix'
const pacific = 'America/Los_Angeles'

// Looked up in lists of time zones by county, not in this table.
test.each([
  ['El Paso, TX 79901', mountain],
  ['Fort Worth, TX 76102', central],
  ['Gary, IN 46402', central],
  ['Indianapolis, IN 46204', eastern],
  ['Evansville, IN 47708', central],
  ['Knox, IN 46534', central],
  ['Pensacola, FL 32501', central],
  ['Panama City, FL 32401', central],
  ['Port St. Joe, FL 32456', eastern],
  ['Tallahassee, FL 32301', eastern],
  ['Knoxville, TN 37902', eastern],
  ['Chattanooga, TN 37402', eastern],
  ['Nashville, TN 37203', central],
  ['Memphis, TN 38103', central],
  ['Louisville, KY 40202', eastern],
  ['Paducah, KY 42001', central],
  ['Phoenix, AZ 85004', arizona],
  ['Flagstaff, AZ 86001', arizona],
  ['Tuba City, AZ 86045', mountain],
  ['Boise, ID 83702', mountain],
  ["Coeur d'Alene, ID 83814", pacific],
  ['Lewiston, ID 83501', pacific],
  ['Riggins, ID 83549', mountain],
  ['Rapid City, SD 57701', mountain],
  ['Sioux Falls, SD 57104', central],
  ['Pierre, SD 57501', central],
  ['Marquette, MI 49855', eastern],
  ['Iron Mountain, MI 49801', central],
  ['Detroit, MI 48226', eastern],
  ['Goodland, KS 67735', mountain],
  ['Wichita, KS 67202', central],
  ['Scottsbluff, NE 69361', mountain],
  ['Omaha, NE 68102', central],
  ['Dickinson, ND 58601', mountain],
  ['Fargo, ND 58102', central],
  ['Ontario, OR 97914', mountain],
  ['Portland, OR 97201', pacific],
  ['Las Vegas, NV 89101', pacific],
  ['Anchorage, AK 99501', 'America/Anchorage'],
  ['Adak, AK 99546', 'America/Adak'],
  ['Honolulu, HI 96813', 'Pacific/Honolulu'],
  ['San Juan, PR 00901', 'America/Puerto_Rico'],
  ['Hagatna, GU 96910', 'Pacific/Guam'],
  ['Pago Pago, AS 96799', 'Pacific/Pago_Pago'],
])('%s has the zone %s', (place, zone) => {
  expect(findPlace(place)?.zones).toEqual([zone])
})

test.each([
  ['Chinle area, AZ 86503', [mountain, arizona]],
  ['AZ 86033', [arizona, mountain]],
  ['79830', [central, mountain]],
  ['49968', [eastern, central]],
  ['Tennessee', [central, eastern]],
  // One of the two is a mistake.
  ['Chicago, IL 94103', [pacific, central]],
])('%s has two possible zones, and the form asks', (place, zones) => {
  expect(findPlace(place)?.zones).toEqual(zones)
})

test('finds a place in an address, without a ZIP code, and by its city alone', () => {
  for (const text of [
    '12 Main Street, Chicago, IL 60614',
    '10001 Main Street, Chicago IL 60614-1234, USA',
    'St. Mary’s Hall, Chicago, Illinois',
    'Community Center Chicago, il',
    'Chicago, IL 60614 (second floor)',
    'Chicago',
    'First Church, Chicago',
    '60614',
  ])
    expect(findPlace(text), text).toMatchObject({ state: 'IL', zip3: '606', zones: [central] })
  expect(findPlace('Nashville, TN')?.zones).toEqual([central])
  expect(findPlace('Knoxville, Tennessee')?.zones).toEqual([eastern])
  expect(findPlace('Saint Louis, MO')).toEqual(findPlace('St. Louis, MO'))
  expect(findPlace('Charleston, West Virginia')?.state).toBe('WV')
  expect(findPlace('Washington, D.C.')).toMatchObject({ state: 'DC', zones: [eastern] })
  expect(findPlace('Texas')).toEqual({ state: 'TX', zones: [central, mountain] })
})

test('finds no place where a text names none', () => {
  const texts = 'At your office|12345 Main Street|Portland|come to me|Springfield|Zoom|London, UK'
  for (const text of ['', ...texts.split('|')]) expect(findPlace(text), text).toBeUndefined()
})

test('knows the center of an area', () => {
  // Downtown Minneapolis is at 44.98, -93.27, and Saint Paul at 44.95, -93.09.
  const [one, two] = [findPlace('Minneapolis, MN'), findPlace('Saint Paul, MN')]
  expect(one?.center?.lat).toBeCloseTo(44.98, 0)
  expect(one?.center?.lon).toBeCloseTo(-93.27, 0)
  expect(two?.center?.lon).toBeCloseTo(-93.09, 0)
})

test('the table is complete, small, and names only zones that exist', () => {
  const file = readFileSync(new URL('./areas.txt', import.meta.url), 'utf8')
  const lines = file.trimEnd().split('\n').slice(2)
  expect(Buffer.byteLength(file)).toBeLessThan(40 * 1024)
  for (const line of lines) expect(line).toMatch(/^\d{3}[A-Z]{2}-?\d+\.\d,-?\d+\.\d( [^,]+(,[^,]+)*)?$/)
  const areas = lines.map((line) => line.slice(0, 3))
  expect(new Set(areas).size).toBe(areas.length)
  const { zones: known } = readTables()
  for (const area of known.area.keys()) expect(areas).toContain(area)
  const states = new Set(lines.map((line) => line.slice(3, 5)))
  // American Samoa and the Northern Marianas share an area with Hawaii and Guam.
  expect([...states, 'AS', 'MP'].sort()).toEqual([...known.state.keys()].sort())
  for (const zone of Object.values(known).flatMap((places) => [...places.values()].flat()))
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow()
})
