import { expect, test } from 'vitest'
import { noteApplied, noteUndone } from './use-proposals.ts'

// A proposal is AI-written text that the editor accepts or rejects, as a whole or in parts. A save reports how much of
// each AI action (a row in the log of AI use) is in the post, which these functions keep track of.

const id = '11111111-1111-4111-8111-111111111111'
const other = '22222222-2222-4222-8222-222222222222'
const values = { title: 'T', content: '<p>x</p>', tags: ['a', 'b'] }
const proposal = { provider: 'x', values, actionIds: [id], offered: values }

test('all of an offer is applied, in one step or in two', () => {
  const all = [{ id, applied: 'all', fields: ['title', 'content', 'tags'] }]
  expect(noteApplied([], proposal, values)).toEqual(all)
  const first = noteApplied([], proposal, { tags: ['a', 'b'] })
  expect(first).toEqual([{ id, applied: 'part', fields: ['tags'] }])
  expect(noteApplied(first, proposal, { title: 'T', content: '<p>x</p>' })).toEqual(all)
})

test('a part is applied: some fields, some paragraphs, or the rest after a review', () => {
  expect(noteApplied([], proposal, { title: 'T' })).toEqual([{ id, applied: 'part', fields: ['title'] }])
  const paragraphs = { ...values, content: '<p>mine</p>' }
  expect(noteApplied([], proposal, paragraphs)[0]?.applied).toBe('part')
  expect(noteApplied([], { ...proposal, isPart: true }, values)[0]?.applied).toBe('part')
})

test('every action of a proposal is noted, and none of the built-in helper', () => {
  const two = { ...proposal, actionIds: [id, other] }
  expect(noteApplied([], two, values).map((action) => action.id)).toEqual([id, other])
  expect(noteApplied([], { ...proposal, actionIds: [] }, values)).toEqual([])
})

test('an undone action is none, or as it was before', () => {
  const kept = { id: other, applied: 'all' as const, fields: ['title' as const] }
  const applied = noteApplied([kept], proposal, values)
  expect(noteUndone(applied, [kept], proposal)).toEqual([kept, { id, applied: 'none', fields: [] }])
  const part = noteApplied([], proposal, { tags: ['a', 'b'] })
  expect(noteUndone(noteApplied(part, proposal, values), part, proposal)).toEqual(part)
})
