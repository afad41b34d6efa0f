import { expect, test } from 'vitest'
import { findCollisions, mergeVersions } from './merge-versions.ts'

const figure = (id: string, value: string, label = 'things') => ({ id, value, label })
const base = {
  title: 'Numbers',
  button: 'Help',
  figures: [figure('a', '1'), figure('b', '2'), figure('c', '3')],
}
type Value = typeof base

const keepMine = (versions: { base: Value; theirs: Value; mine: Value }) =>
  mergeVersions(versions, () => 'mine')

test('what only one has changed is kept from both, item by item', () => {
  const theirs = {
    ...base,
    button: 'Their button',
    figures: [figure('a', '1', 'theirs'), figure('b', '2'), figure('c', '3'), figure('d', '4')],
  }
  const mine = { ...base, title: 'Mine', figures: [figure('c', '3'), figure('a', '10'), figure('b', '2')] }
  const versions = { base, theirs, mine }
  expect(keepMine(versions)).toEqual({
    title: 'Mine',
    button: 'Their button',
    figures: [figure('c', '3'), figure('a', '10', 'theirs'), figure('b', '2'), figure('d', '4')],
  })
  expect(findCollisions(versions)).toEqual([])
})

test('what one has moved or removed stays so if the other left it alone', () => {
  const [a, b, c] = base.figures as [Value['figures'][0], Value['figures'][0], Value['figures'][0]]
  const moved = { ...base, figures: [c, b, a] }
  const edited = { ...base, figures: [{ ...a, value: '10' }, c] }
  const merged = [c, { ...a, value: '10' }]
  expect(keepMine({ base, theirs: moved, mine: edited }).figures).toEqual(merged)
  expect(keepMine({ base, theirs: edited, mine: moved }).figures).toEqual(merged)
})

test('of what both have changed, each is decided by itself', () => {
  const theirs = {
    ...base,
    title: 'Theirs',
    figures: [figure('a', '11'), figure('c', '3'), figure('b', '2')],
  }
  const mine = { ...base, title: 'Mine', figures: [figure('c', '30'), figure('b', '20')] }
  const versions = { base, theirs, mine }
  // The figure a was changed there and removed here.
  expect(findCollisions(versions)).toEqual(['/title', '/figures/a'])
  const merged = mergeVersions(versions, (path) => (path === '/title' ? 'mine' : 'theirs'))
  expect(merged).toEqual({
    ...base,
    title: 'Mine',
    figures: [figure('c', '30'), figure('b', '20'), figure('a', '11')],
  })
  expect(keepMine(versions).figures).toEqual([figure('c', '30'), figure('b', '20')])
})

test('two orders of one list collide, and a list of texts is one field', () => {
  const [a, b, c] = base.figures as [Value['figures'][0], Value['figures'][0], Value['figures'][0]]
  expect(
    findCollisions({ base, theirs: { ...base, figures: [b, a, c] }, mine: { ...base, figures: [a, c, b] } }),
  ).toEqual(['/figures'])
  expect(findCollisions({ base: { days: ['1'] }, theirs: { days: ['2'] }, mine: { days: ['3'] } })).toEqual([
    '/days',
  ])
  expect(findCollisions({ base: { days: ['1'] }, theirs: { days: ['1'] }, mine: { days: ['3'] } })).toEqual(
    [],
  )
})

test('a field whose earlier value is not known collides if the versions differ in it', () => {
  const theirs = { ...base, title: 'Theirs' }
  expect(findCollisions<Partial<Value>>({ base: {}, theirs, mine: base })).toEqual(['/title'])
})

test('the server may have stored what I started from in other words', () => {
  const versions = {
    base: { text: '<p>a', title: 'A' },
    theirBase: { text: '<p>a</p>', title: 'A' },
    theirs: { text: '<p>a</p>', title: 'B' },
    mine: { text: '<p>ab', title: 'A' },
  }
  expect(findCollisions(versions)).toEqual([])
  expect(mergeVersions(versions, () => 'mine')).toEqual({ text: '<p>ab', title: 'B' })
})
