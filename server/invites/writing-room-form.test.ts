import { expect, test } from 'vitest'
import { inviteResponse } from '../../contracts/invites.ts'
import { paths } from '../../contracts/paths.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { watchReaders } from '../../tests/helpers/watch-readers.ts'
import { markdown, toPlainText } from './plain-text.ts'

// The plain version of the writing room (the page where a guest author writes), for browsers without JavaScript

const typed = {
  title: 'Letters that sound like you',
  content: 'First paragraph.\r\n\r\n## A heading\r\n\r\nSecond **paragraph**.',
  name: 'Jo Guest',
  bio: 'Jo runs a food bank.',
}

async function start() {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const json = {
    email: 'jo@example.org',
    name: 'Jo',
    suggestedTopic: 'Donor letters',
    customMessage: 'Please!',
  }
  const sent = inviteResponse.parse(
    await (await server.send(paths.api.authorInvite, { cookie, json })).json(),
  )
  const accepted = await server.send(new URL(sent.inviteUrl).pathname, { form: { answer: 'accept' } })
  const token = /\/write\/([\w-]{43})/.exec(accepted.headers.get('location') ?? '')?.[1] ?? ''
  const open = async () => (await server.send(paths.plainRoom(token))).text()
  const post = (form: Record<string, string>) => server.send(paths.plainRoom(token), { form })
  return { server, cookie, token, id: sent.invite.id, open, post }
}

const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''
const posts = (server: TestServer) =>
  server.query<{ title: string; content: string; version: number }>(
    'select title, content, version from blog_posts',
  )

test('without script a guest reads the assignment, writes, submits, replies, and approves', async () => {
  const { server, cookie, token, id, open, post } = await start()
  expect(await (await server.send(paths.writingRoom(token))).text()).toContain(paths.plainRoom(token))
  const empty = await open()
  for (const words of ['Donor letters', 'Please!']) expect(empty).toContain(words)
  const saved = await post({ action: 'save', ...typed })
  expect(saved.status).toBe(303)
  expect(saved.headers.get('location')).toBe(paths.plainRoomDid(token, 'saved'))
  expect(await (await server.send(paths.plainRoomDid(token, 'saved'))).text()).toContain('Saved.')
  const content = '<p>First paragraph.</p>\n<h2>A heading</h2>\n<p>Second <strong>paragraph</strong>.</p>\n'
  expect(await posts(server)).toEqual([{ title: typed.title, content, version: 1 }])

  let page = await open()
  expect(page).toContain('## A heading\n\nSecond **paragraph**.</textarea>')
  // Saving the unchanged Markdown does not change the stored HTML, and saving twice does not create a second post.
  for (let time = 0; time < 2; time++)
    expect((await post({ action: 'save', version: versionIn(page), ...typed })).status).toBe(303)
  expect(await posts(server)).toEqual([{ title: typed.title, content, version: 1 }])

  const handedIn = await post({ action: 'hand-in', version: '1', ...typed, bio: 'New words about Jo.' })
  expect(handedIn.headers.get('location')).toBe(paths.plainRoomDid(token, 'handed-in'))
  page = await open()
  expect(page).toContain('Your draft is with the editor')
  expect(page).toContain(content)
  expect(page).not.toContain('name="content"')
  const late = await post({ action: 'save', version: '1', ...typed, content: 'Too late.' })
  expect(late.status).toBe(409)
  const refused = await late.text()
  expect(refused).toContain('Your draft is with the editor now, so it can’t be changed.')
  expect(refused).toContain('Too late.</textarea>')

  const comment = async (text: string) =>
    (
      await (
        await server.send(paths.api.guestComments(id), {
          cookie,
          json: { paragraph: 0, quote: 'First', text },
        })
      ).json()
    ).id
  const comments = [await comment('Say how.'), await comment('Say why.')].map(String)
  expect(await open()).toContain('Say how.')
  await server.send(paths.api.requestChanges(id), { cookie, json: {} })
  expect(await open()).toContain('The editor requested changes')
  const form = new URLSearchParams({ action: 'hand-in', version: '1', ...typed })
  for (const [index, answer] of ['<b>Like this</b>', ''].entries()) {
    form.append('comment', comments[index] ?? '')
    form.append('answer', answer)
  }
  form.append('done', comments[1] ?? '')
  expect((await server.send(paths.plainRoom(token), { body: form })).status).toBe(303)
  const review = await (await server.send(paths.api.review(id), { cookie })).json()
  expect(review).toMatchObject({
    invite: { status: 'submitted' },
    comments: [{ answer: '<b>Like this</b>' }, { answer: '', doneAt: expect.any(String) }],
  })
  page = await open()
  expect(page).toContain('&lt;b&gt;Like this&lt;/b&gt;')

  // The guest can still approve a scheduled text, and the page asks for the approval until then.
  const [row] = await server.query<{ id: number; version: number; content: string }>(
    'select id, version, content from blog_posts',
  )
  const publishedAt = new Date(Date.now() + 86_400_000).toISOString()
  const json = { ...row, title: typed.title, isPublished: true, publishedAt }
  expect((await server.send(paths.api.blog, { cookie, json })).status).toBe(200)
  const nothingToDo = 'There’s nothing more to do.'
  page = await open()
  expect(page).toContain('Your post will be published on')
  expect(page).not.toContain(nothingToDo)
  const hash = /name="hash" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? ''
  expect((await post({ action: 'approve', hash: '0'.repeat(64) })).status).toBe(409)
  expect((await post({ action: 'approve', hash })).headers.get('location')).toBe(
    paths.plainRoomDid(token, 'approved'),
  )
  page = await open()
  for (const words of ['You approved this draft on', nothingToDo]) expect(page).toContain(words)
})

test('a form that cannot be saved or submitted comes back with everything that was typed', async () => {
  const { server, cookie, token, id, post } = await start()
  const long = await post({ action: 'save', ...typed, bio: 'x'.repeat(601) })
  expect(long.status).toBe(422)
  const longPage = await long.text()
  expect(longPage).toContain('Keep this to 600 characters or fewer.')
  expect(longPage).toContain('Second **paragraph**.</textarea>')
  expect(await posts(server)).toEqual([])

  const early = await post({ action: 'hand-in', title: ' ', content: 'My words.', name: '', bio: '' })
  expect(early.status).toBe(422)
  const earlyPage = await early.text()
  for (const words of ['Give your draft a title first.', 'Write your draft first.', 'My words.'])
    expect(earlyPage).toContain(words)

  // If the editor has changed the text in the meantime, the guest sees both versions.
  expect((await post({ action: 'save', ...typed })).status).toBe(303)
  const [row] = await server.query<{ post_id: number }>('select post_id from author_invites')
  const json = { id: row?.post_id, version: 1, title: typed.title, content: '<p>Theirs.</p>' }
  expect((await server.send(paths.api.blog, { cookie, json })).status).toBe(200)
  const mine = { ...typed, content: 'Mine.' }
  const stale = await post({ action: 'save', version: '1', ...mine })
  expect(stale.status).toBe(409)
  const both = await stale.text()
  for (const words of ['Theirs.', 'Mine.</textarea>', 'yours replaces it']) expect(both).toContain(words)
  expect((await posts(server))[0]?.content).toBe('<p>Theirs.</p>')
  // A form that is refused for a mistake keeps its old version number, so the next save still detects the conflict.
  const wrong = await post({ action: 'save', version: '1', ...mine, bio: 'x'.repeat(601) })
  expect(versionIn(await wrong.text())).toBe('1')
  expect((await post({ action: 'save', version: versionIn(both), ...mine })).status).toBe(303)
  expect((await posts(server))[0]?.content).toBe('<p>Mine.</p>\n')

  const hostile = '<p onclick="x()">Hi<script>alert(1)</script></p>\n\n[press](javascript:alert(1))'
  expect((await post({ action: 'save', version: '3', ...typed, content: hostile })).status).toBe(303)
  expect((await posts(server))[0]?.content).not.toMatch(/script|onclick/)
  for (const form of [
    { action: 'publish', ...typed },
    { action: 'save', ...typed, isPublished: 'on' },
    { action: 'save', ...typed, version: '0' },
    { action: 'save', ...typed, version: '4', comment: 'x', answer: 'y' },
  ] as Record<string, string>[])
    expect((await post(form)).status, JSON.stringify(form)).toBeGreaterThanOrEqual(400)

  await server.send(paths.api.revokeInvite(id), { cookie, method: 'POST' })
  expect((await server.send(paths.plainRoom(token))).status).toBe(410)
  expect((await post({ action: 'save', ...typed })).status).toBe(410)
  expect((await server.send(paths.plainRoom('A'.repeat(43)))).status).toBe(404)
})

test('formatting that Markdown cannot express is kept: underline, strikethrough, and picture sizes', async () => {
  const picture =
    '<img src="/media/a-800" srcset="/media/a-400 400w, /media/a-800 800w" sizes="50vw" alt="A table" width="800" height="600" />'
  const html = `<h2>Tea</h2><p>One <u>two</u> <s>three</s></p><p>${picture}</p><pre><code class="language-js">a &lt; b</code></pre>`
  const plain = await toPlainText(html)
  expect(plain).toContain('![A table](/media/a-800)')
  expect(await markdown.isSame(`${plain}\n`, html)).toBe(true)
  const edited = plain.replace('One', 'Four').replace('A table', 'A chair "here"')
  expect(await markdown.isSame(edited, html)).toBe(false)
  const read = await markdown.read(edited, html)
  if (read.outcome !== 'read') throw new Error(read.outcome)
  expect(read.html.replaceAll('\n', '')).toBe(
    html.replace('One', 'Four').replace('alt="A table"', 'alt="A chair &quot;here&quot;"'),
  )
  const long = `<p>${'x'.repeat(200_001)}</p>`
  expect(await toPlainText(long)).toBe(long)
})

test('many simultaneous saves start few processes, and a refused save keeps what was typed', async () => {
  const { post } = await start()
  const slow = { ...typed, content: '*a_'.repeat(100_000) }
  const { result: answers, max } = await watchReaders(() =>
    Promise.all(Array.from({ length: 12 }, () => post({ action: 'save', ...slow }))),
  )
  expect(max).toBeGreaterThan(0)
  expect(max).toBeLessThanOrEqual(2)
  const busy = answers.filter((answer) => answer.status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const answer of answers) {
    expect([422, 503]).toContain(answer.status)
    const page = await answer.text()
    expect(page).toContain('*a_*a_')
    expect(page.length).toBeGreaterThan(slow.content.length)
    if (answer.status !== 503) continue
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(page).toContain('The site is very busy. Your text is still here')
  }
})

test('both forms of a room share one limit of saves, and a refused save keeps what was typed', async () => {
  const { server, token } = await start()
  const values = { ...typed, title: '', content: '' }
  const save = () => server.send(paths.plainRoom(token), { form: { action: 'save', ...values } })
  const autosave = () =>
    server.send(paths.api.room(token), { method: 'PUT', json: { ...values, photoUrl: '' } })
  for (let number = 0; number < 30; number++) {
    expect((await save()).status).toBe(303)
    expect((await autosave()).status).toBe(200)
  }
  const refused = await save()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.text()).toContain('Jo runs a food bank.')
  const refusedAutosave = await autosave()
  expect(refusedAutosave.status).toBe(429)
  expect(Number(refusedAutosave.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await refusedAutosave.json()).detail).toContain('You saved very often. Your draft is still here')
})

test('a stale version or a text that is too long starts no process, and a double click is no conflict', async () => {
  const { server, cookie, post } = await start()
  const forms = [
    { action: 'save', ...typed, content: '*one* _two_' },
    { action: 'save', ...typed, content: '*one* _two_ three' },
  ]
  expect((await post(forms[0] ?? {})).status).toBe(303)
  // The second click of a double click sends the same form again, without a version.
  expect((await post(forms[0] ?? {})).status).toBe(303)
  expect(await posts(server)).toHaveLength(1)

  const [row] = await server.query<{ post_id: number }>('select post_id from author_invites')
  const json = { id: row?.post_id, version: 1, title: typed.title, content: '<p>Theirs.</p>' }
  expect((await server.send(paths.api.blog, { cookie, json })).status).toBe(200)
  const tangled = '*a_'.repeat(100_000)
  // If the server parsed this Markdown, it would refuse it as too complex instead of reporting the conflict.
  const stale = await post({ action: 'save', ...typed, version: '1', content: tangled })
  expect(stale.status).toBe(409)
  const page = await stale.text()
  for (const words of ['Theirs.', '*a_*a_', 'yours replaces it']) expect(page).toContain(words)
  const long = await post({ action: 'save', ...typed, version: '2', content: `${'*a_'.repeat(400_000)}` })
  expect(long.status).toBe(422)
  expect(await long.text()).toContain('1,000,000')
})
