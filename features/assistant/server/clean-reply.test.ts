import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseReply, plainLine } from './clean-reply.ts'
import { readPartialReply } from './service/partial-json.ts'

test('a line made of tags without end is cut before it is cleaned, which would take minutes', () => {
  expect(plainLine(`Tea &amp; <em>cake</em>${'<b>'.repeat(300_000)} and more`)).toBe('Tea & cake')
})

test('what a model thinks aloud is no part of its reply', async () => {
  const thoughts = '\n<think>They want {"title": "..."}, so {</think>\n'
  const reply = `${thoughts}{"title": "Tea", "content": "<p>Tea and cake for all</p>"}`
  expect(parseReply(z.object({ title: z.string() }), reply)).toEqual({ title: 'Tea' })
  expect(await readPartialReply(reply)).toBe('Tea\n\nTea and cake for')
  expect(await readPartialReply(thoughts.slice(0, 40))).toBe('')
})
