import { describe, expect, test } from 'vitest'
import { normalizeState, placeKey, placeLabel, readPlace } from './plan-place.ts'

const nowhere = { city: null, state: null, zip: null }

describe('the key of a place', () => {
  test('is its city and state, however they are written', () => {
    const key = placeKey({ ...nowhere, city: 'St. Louis', state: 'MO' })
    expect(key).toBe('city:st louis,MO')
    for (const place of [
      { city: '  ST  LOUIS', state: 'missouri' },
      { city: 'st louis', state: 'M.O.' },
      { city: 'Saint Louis', state: 'MO' },
    ])
      expect(placeKey({ ...nowhere, ...place })).toBe(key)
    expect(placeKey({ ...nowhere, city: 'Cañon City', state: 'CO' })).toBe('city:canon city,CO')
    expect(placeKey({ ...nowhere, city: 'St. Louis', state: 'Illinois' })).not.toBe(key)
  })

  test('or else the first three digits of its ZIP code', () => {
    expect(placeKey({ ...nowhere, zip: '60601' })).toBe('zip:606')
    expect(placeKey({ ...nowhere, city: 'Chicago', zip: '60601-1234' })).toBe('zip:606')
    expect(placeKey({ city: 'Chicago', state: 'IL', zip: '60601' })).toBe('city:chicago,IL')
  })

  test('is missing for a place that is not clear', () => {
    for (const place of [
      nowhere,
      { ...nowhere, city: 'Springfield' },
      { ...nowhere, state: 'IL' },
      { ...nowhere, zip: '606' },
    ])
      expect(placeKey(place)).toBeUndefined()
  })
})

test('the label says as much as is known', () => {
  expect(placeLabel({ city: 'Austin', state: 'texas', zip: '78701' })).toBe('Austin, TX')
  expect(placeLabel({ city: 'Austin', state: null, zip: null })).toBe('Austin')
  expect(placeLabel({ city: null, state: null, zip: '78701' })).toBe('ZIP 78701')
  expect(placeLabel(nowhere)).toBe('')
})

test('states become two letters, and other regions stay', () => {
  for (const typed of ['IL', 'il', 'Illinois', ' illinois ', 'Il.']) expect(normalizeState(typed)).toBe('IL')
  expect(normalizeState('New  Mexico')).toBe('NM')
  expect(normalizeState('Puerto Rico')).toBe('PR')
  expect(normalizeState('D.C.')).toBe('DC')
  expect(normalizeState('Ontario')).toBe('Ontario')
  expect(normalizeState('XX')).toBe('XX')
  expect(normalizeState('')).toBe('')
})

test('a typed place may be a city, a state, both, or a ZIP code', () => {
  expect(readPlace('Austin, Texas')).toEqual([{ city: 'Austin', state: 'TX' }])
  expect(readPlace('texas')).toEqual([{ state: 'TX' }, { city: 'texas' }])
  expect(readPlace('78701-1234')).toEqual([{ zip: '787' }])
  expect(readPlace('787')).toEqual([{ zip: '787' }])
  expect(readPlace('  ')).toEqual([])
})
