// Writes features/trainings/server/places/areas.txt from the package `zipcodes` 8.0.0 (BSD-3-Clause), whose ZIP codes come from
// federalgovernmentzipcodes.us and GeoNames (CC BY 4.0). The package is 4 MB and changes rarely, so it is not installed
// with the others:
//
//   npm install --no-save zipcodes@8.0.0
//   node features/trainings/tools/write-areas.js

import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { codes } = createRequire(import.meta.url)('zipcodes')
/** Codes of military addresses, which are not in any state */
const military = ['AA', 'AE', 'AP']
/** A city with fewer ZIP codes is not listed, so its place is only as clear as its state. */
const minCodes = 2

const places = Object.values(codes).filter(
  ({ zip, country, state }) => /^\d{5}$/.test(zip) && country === 'US' && !military.includes(state),
)
const areas = Map.groupBy(places, ({ zip }) => zip.slice(0, 3))
const cities = [...Map.groupBy(places, ({ city, state }) => `${city},${state}`).values()]
  .filter((ofCity) => ofCity.length >= minCodes)
  .map((ofCity) => ({ ...ofCity[0], area: mostCommon(ofCity.map(({ zip }) => zip.slice(0, 3))) }))
const citiesOf = Map.groupBy(cities, ({ area }) => area)

const lines = [...areas.keys()].sort().map((area) => {
  const state = mostCommon(areas.get(area).map((place) => place.state))
  const own = areas.get(area).filter((place) => place.state === state)
  // The median, because a few codes have the place of something else.
  const [lat, lon] = ['latitude', 'longitude'].map((name) =>
    median(own.map((place) => place[name])).toFixed(1),
  )
  const names = (citiesOf.get(area) ?? []).filter((city) => city.state === state).map(({ city }) => city)
  return `${area}${state}${lat},${lon} ${[...new Set(names)].sort().join(',')}`.trim()
})

writeFileSync(
  new URL('../server/places/areas.txt', import.meta.url),
  `# Written by features/trainings/tools/write-areas.js, not by hand. A line for each three-digit ZIP area: its digits, its state, latitude and
# longitude of its center, and its cities with several ZIP codes.
${lines.join('\n')}
`,
)

function mostCommon(values) {
  return [...Map.groupBy(values, (value) => value).entries()].sort(
    ([, one], [, two]) => two.length - one.length,
  )[0][0]
}

function median(numbers) {
  return numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)]
}
