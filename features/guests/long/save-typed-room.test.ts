import { expect, test } from 'vitest'
import { watchReaders } from '../../../tests/helpers/watch-readers.ts'
import { openRoom, read, save, start, submit, typed } from '../testing/writing-room.ts'

/** A text so long that a child process sanitizes it instead of the server */
const long = (words: string) => `<p>${`${words} &amp; `.repeat(Math.ceil(300_000 / (words.length + 7)))}</p>`

test('a long text is read only for an open room and the right version', async () => {
  const { server, cookie } = await start()
  const { id, token } = await openRoom(server, cookie)
  await read(await save(server, token))
  const refusals = await watchReaders(async () => {
    const unknown = await save(server, 'A'.repeat(43), { content: long('x') })
    const stale = await save(server, token, { content: long('x'), version: 7 })
    const versionless = await save(server, token, { content: long('x') })
    await submit(server, token, await read(await server.send(`/api/write/${token}`)))
    const withEditor = await save(server, token, { content: long('x'), version: 1 })
    await server.send(`/api/author/invites/${id}/revoke`, { cookie, method: 'POST' })
    const revoked = await save(server, token, { content: long('x'), version: 1 })
    return { unknown, stale, versionless, withEditor, revoked }
  })
  const { unknown, revoked, ...conflicts } = refusals.result
  expect(unknown.status).toBe(404)
  expect(revoked.status).toBe(410)
  for (const response of Object.values(conflicts)) {
    expect(response.status).toBe(409)
    expect((await response.json()).current.text).toMatchObject({ content: typed.content, version: 1 })
  }
  expect(refusals.started).toBe(0)
})

test('one long text of a room is read at a time, and the same text sent again is no conflict', async () => {
  const { server, cookie } = await start()
  const { token } = await openRoom(server, cookie)
  // Sanitizing rewrites this HTML, so a repeated request has to be compared with the text as it was sent.
  const content = long('<b>one</b>')
  const { result: answers, max } = await watchReaders(() =>
    Promise.all(Array.from({ length: 4 }, () => save(server, token, { content }))),
  )
  expect(max).toBe(1)
  const busy = answers.filter((answer) => answer.status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const answer of busy) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(answers.length - busy.length)

  // If the response to that save was lost, the page sends the text again without a version. The server recognizes the
  // text and starts no process for it.
  const again = await watchReaders(() => save(server, token, { content }))
  expect((await read(again.result)).text).toMatchObject({ version: 1 })
  expect(again.started).toBe(0)
  // An autosave of a short text is possible right away.
  expect((await read(await save(server, token, { version: 1 }))).text).toMatchObject({ version: 2 })
})

test('a room has a limit of saves', async () => {
  const { server, cookie } = await start()
  const { token } = await openRoom(server, cookie)
  const empty = { title: '', content: '' }
  for (let number = 0; number < 60; number++) expect((await save(server, token, empty)).status).toBe(200)
  const refused = await save(server, token, empty)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await refused.json()).detail).toContain('You saved very often. Your draft is still here')
})
