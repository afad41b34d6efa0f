import sharp from 'sharp'
import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { createEmailWriter } from '../../../core/server/mail/email-templates.ts'
import { originalSite } from '../../../tests/helpers/original-site.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { loadBuiltRenderer } from '../../site/server/files/renderer.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { inviteResponse } from '../contract/invites.ts'
import type { WritingRoom } from '../contract/writing-room.ts'
import { openRoom, read, save, start, submit, typed } from '../testing/writing-room.ts'
import type { Mailing } from './invite-mails.ts'
import { announcePublications } from './review.ts'

// A writing room is the page where an invited guest author writes a post, without an account: the token in its link
// gives access. The editor is the admin who invited the guest.

const approve = (server: TestServer, token: string, room: WritingRoom) =>
  server.send(`/api/write/${token}/approve`, { json: { hash: room.text?.hash } })
const mailsTo = (server: TestServer, address: string) =>
  server.query<{ subject: string }>('select subject from outbox_messages where recipient = $1 order by id', [
    address,
  ])

async function readTestMailing(): Promise<Mailing> {
  const site = originalSite('http://everyday.test')
  const siteSource = { read: async () => site }
  return { site, notify: undefined, writeEmail: createEmailWriter(await loadBuiltRenderer(), siteSource) }
}

test('from the first word to the public page', async () => {
  const { server, cookie } = await start()
  const journey = { server, cookie, ...(await openRoom(server, cookie)) }
  let room = await writeFirstText(journey)
  room = await submitFirstText(journey, room)
  room = await reviseAfterComments(journey)
  room = await approveEditedText(journey, room)
  room = await publishText(journey, room)
  await expectPublicPages(server, room)
  expect(await mailsTo(server, 'editor@example.org')).toEqual(
    [
      'Jo accepted your invitation',
      'Jo Guest submitted a draft',
      'Jo Guest submitted a draft',
      'Jo Guest approved the final version',
      'Jo Guest approved the final version',
    ].map((subject) => ({ subject })),
  )
  expect((await mailsTo(server, 'jo@example.org')).map(({ subject }) => subject)).toEqual([
    'Would you write for Everyday AI?',
    'Your writing page at Everyday AI',
    'Comments on your draft for Everyday AI',
    'Your post is live at Everyday AI',
  ])
  await expectClosed(journey)
})

type Journey = { server: TestServer; cookie: string; id: number; token: string }

async function writeFirstText({ server, token }: Journey): Promise<WritingRoom> {
  // The profile is saved even while there is no text yet.
  let room = await read(await save(server, token, { content: '' }))
  expect(room).toMatchObject({ status: 'accepted', isOpen: true, profile: { bio: typed.bio } })
  expect(room.text).toBeUndefined()
  room = await read(await save(server, token))
  expect(room.text).toMatchObject({ title: typed.title, version: 1, isLive: false })
  // If the response to the first save was lost, sending it again does not create a second text.
  expect((await read(await save(server, token))).text).toMatchObject({ version: 1 })
  room = await read(await save(server, token, { content: '<p>First paragraph.</p><p>More.</p>', version: 1 }))
  const [revision] = await server.query('select saved_by, cause from post_revisions order by id desc limit 1')
  expect(revision).toEqual({ saved_by: 'Jo Guest (guest)', cause: 'autosave' })
  return room
}

async function submitFirstText(journey: Journey, written: WritingRoom): Promise<WritingRoom> {
  const { server, cookie, id, token } = journey
  const room = await read(await submit(server, token, written))
  expect(room).toMatchObject({ status: 'submitted', isOpen: false })
  expect((await read(await submit(server, token, room))).status).toBe('submitted')
  expect((await save(server, token, { version: 2 })).status).toBe(409)
  const waiting = await server.send('/api/blog?status=review', { cookie })
  expect(waiting.headers.get('x-total-count')).toBe('1')
  expect((await waiting.json())[0].guest).toEqual({ inviteId: id, status: 'submitted', approval: 'none' })
  expect(await (await server.send('/api/blog')).json()).toEqual([])
  return room
}

/** The editor comments on the text and requests changes, and the guest submits it again. */
async function reviseAfterComments({ server, cookie, id, token }: Journey): Promise<WritingRoom> {
  const comment = { paragraph: 1, quote: 'More.', text: 'Say how.' }
  const said = await server.send(`/api/author/invites/${id}/comments`, { cookie, json: comment })
  expect(said.status).toBe(201)
  const asked = await server.send(`/api/author/invites/${id}/request-changes`, {
    cookie,
    json: { message: 'Nearly there.' },
  })
  expect(asked.status).toBe(200)
  expect((await server.send(`/api/author/invites/${id}/request-changes`, { cookie, json: {} })).status).toBe(
    409,
  )
  const [changes] = await server.query<{ text: string }>(
    `select text from outbox_messages where once_key like 'guest:changes:%'`,
  )
  for (const words of ['left comments on your writing page', 'Nearly there.'])
    expect(changes?.text.replaceAll(/\s+/g, ' ')).toContain(words)

  let room = await read(await server.send(`/api/write/${token}`))
  expect(room).toMatchObject({
    status: 'changes_requested',
    isOpen: true,
    comments: [comment],
    changesMessage: 'Nearly there.',
  })
  const mark = await server.send(`/api/write/${token}/comments/${room.comments[0]?.id ?? 0}`, {
    method: 'PUT',
    json: { done: true },
  })
  expect((await read(mark)).comments[0]?.doneAt).toBeDefined()
  room = await read(await save(server, token, { content: '<p>First.</p><p>Because.</p>', version: 2 }))
  room = await read(await submit(server, token, room))
  expect(room.changesMessage).toBeUndefined()
  return room
}

/** The guest approves the text, and approves it again after the editor has changed it. */
async function approveEditedText(journey: Journey, submitted: WritingRoom): Promise<WritingRoom> {
  const { server, cookie, id, token } = journey
  let room = await read(await approve(server, token, submitted))
  expect(room.approval).toBe('approved')
  await approve(server, token, room)

  // The editor changes a word after the approval.
  const edited = await server.send('/api/blog', {
    cookie,
    json: { id: room.text?.id, version: room.text?.version, title: typed.title, content: '<p>Edited.</p>' },
  })
  expect(edited.status).toBe(200)
  const review = await (await server.send(`/api/author/invites/${id}`, { cookie })).json()
  expect(review.approval).toBe('changed')
  expect((await approve(server, token, room)).status).toBe(409)
  room = await read(await approve(server, token, await read(await server.send(`/api/write/${token}`))))
  expect(room.approval).toBe('approved')
  return room
}

async function publishText(journey: Journey, approved: WritingRoom): Promise<WritingRoom> {
  const { server, cookie, token } = journey
  const published = await server.send('/api/blog', {
    cookie,
    json: {
      id: approved.text?.id,
      version: approved.text?.version,
      title: typed.title,
      content: '<p>Edited.</p>',
      isPublished: true,
    },
  })
  expect(published.status).toBe(200)
  for (let time = 0; time < 2; time++) await announcePublications(server.instance.db, readTestMailing)
  const room = await read(await server.send(`/api/write/${token}`))
  expect(room).toMatchObject({ status: 'published', isOpen: false, text: { isLive: true } })
  expect(Date.parse(room.closesAt ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000)
  return room
}

async function expectPublicPages(server: TestServer, room: WritingRoom): Promise<void> {
  const page = await (await server.send(postPaths.post(room.text?.slug ?? ''))).text()
  expect(page).toContain('Jo runs a food bank.')
  expect(page).toContain(postPaths.author('jo-guest'))
  const author = await server.send(postPaths.author('jo-guest'))
  expect(author.status).toBe(200)
  expect(await author.text()).toContain(typed.title)
  expect(await (await server.send(paths.sitemap)).text()).toContain(postPaths.author('jo-guest'))
}

/** A month after publication, the writing room closes, but the author's page stays. */
async function expectClosed({ server, cookie, id, token }: Journey): Promise<void> {
  await server.query(`update author_invites set published_at = now() - interval '31 days'`)
  expect((await server.send(guestPaths.writingRoom(token))).status).toBe(410)
  expect((await server.send(`/api/write/${token}`)).status).toBe(410)
  expect((await server.send(postPaths.author('jo-guest'))).status).toBe(200)
  // A new link would lead to the same closed room, so the server refuses to create one and sends no email.
  const resent = await server.send(`/api/author/invites/${id}/resend`, { cookie, method: 'POST' })
  expect(resent.status).toBe(409)
  expect((await resent.json()).detail).toContain('public for 30 days')
  expect(await mailsTo(server, 'jo@example.org')).toHaveLength(4)
}

test('a guest reads and writes the one text of the invitation', async () => {
  const { server, cookie } = await start()
  const mine = await openRoom(server, cookie)
  const other = await openRoom(server, cookie, 'lee@example.org')
  await read(await save(server, mine.token))
  const theirs = await read(await save(server, other.token, { content: '<p>SECRET</p>', name: 'Lee' }))
  const upload = async (token: string) => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    const body = new FormData()
    body.set('alt', '')
    body.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
    return server.send(`/api/write/${token}/pictures`, { body })
  }
  const uploaded = await upload(other.token)
  expect(uploaded.status).toBe(201)
  const picture = await uploaded.json()
  const alt = (token: string) =>
    server.send(`/api/write/${token}/pictures/${picture.id}`, { method: 'PUT', json: { alt: 'A table' } })
  expect((await alt(other.token)).status).toBe(200)
  expect((await alt(mine.token)).status).toBe(404)
  expect((await save(server, mine.token, { photoUrl: picture.src, version: 1 })).status).toBe(422)
  const stolen = `<p>x</p><p><img src="${picture.src}" alt="x"></p>`
  expect((await save(server, mine.token, { content: stolen, version: 1 })).status).toBe(422)
  expect(
    (await save(server, other.token, { photoUrl: picture.src, content: stolen, name: 'Lee', version: 1 }))
      .status,
  ).toBe(200)

  const comment = await server.send(`/api/author/invites/${other.id}/comments`, {
    cookie,
    json: { paragraph: 0, quote: 'SECRET', text: 'SECRET comment' },
  })
  const { id: commentId } = await comment.json()
  const mark = await server.send(`/api/write/${mine.token}/comments/${commentId}`, {
    method: 'PUT',
    json: { done: true },
  })
  expect(mark.status).toBe(404)
  const seen = await (await server.send(guestPaths.writingRoom(mine.token))).text()
  expect(seen).not.toContain('SECRET')
  expect(await (await server.send(`/api/write/${mine.token}`)).text()).not.toContain('SECRET')

  // A guessed link, the id of another text, or the link's token used as a session gives no access.
  for (const token of ['1', 'A'.repeat(43), `${mine.token}x`])
    for (const [method, path] of [
      ['GET', `/api/write/${token}`],
      ['GET', guestPaths.writingRoom(token)],
    ] as const)
      expect((await server.send(path, { method })).status).toBe(404)
  expect((await save(server, mine.token, { id: theirs.text?.id, version: 1 } as never)).status).toBe(400)
  for (const path of [
    '/api/author/invites',
    `/api/author/invites/${mine.id}`,
    `/api/blog/${theirs.text?.id ?? 0}`,
  ])
    expect([401, 404]).toContain(
      (
        await server.send(path, {
          cookie: `session=${mine.token}`,
          headers: { authorization: `Bearer ${mine.token}` },
        })
      ).status,
    )

  await server.send(`/api/author/invites/${mine.id}/revoke`, { cookie, method: 'POST' })
  expect((await save(server, mine.token, { version: 1 })).status).toBe(410)
  expect((await server.send(guestPaths.writingRoom(mine.token))).status).toBe(410)
  expect((await upload(mine.token)).status).toBe(404)
  // A new link opens the same text, and the old link stops working.
  const resent = inviteResponse.parse(
    await (await server.send(`/api/author/invites/${mine.id}/resend`, { cookie, method: 'POST' })).json(),
  )
  const token = new URL(resent.inviteUrl).pathname.split('/').at(-1) ?? ''
  expect((await server.send(`/api/write/${mine.token}`)).status).toBe(404)
  expect((await read(await server.send(`/api/write/${token}`))).text?.title).toBe(typed.title)
})

test('no one overwrites another version, and hostile text is sanitized', async () => {
  const { server, cookie } = await start()
  const { token } = await openRoom(server, cookie)
  const room = await read(
    await save(server, token, { content: '<p onclick="x()">Hi<script>alert(1)</script></p>' }),
  )
  expect(room.text?.content).toBe('<p>Hi</p>')
  const edit = await server.send('/api/blog', {
    cookie,
    json: {
      id: room.text?.id,
      version: 1,
      title: 'Edited',
      content: '<p>By the editor.</p>',
      excerpt: 'Short.',
    },
  })
  expect(edit.status).toBe(200)
  const stale = await save(server, token, { version: 1 })
  expect(stale.status).toBe(409)
  expect((await stale.json()).current.text).toMatchObject({ title: 'Edited', version: 2 })
  // The guest's save does not change the excerpt that the editor wrote.
  await read(await save(server, token, { version: 2 }))
  const [post] = await server.query('select excerpt, is_published from blog_posts')
  expect(post).toEqual({ excerpt: 'Short.', is_published: false })
  expect((await save(server, token, { isPublished: true } as never)).status).toBe(400)
  expect((await save(server, token, { content: ' ', version: 3 })).status).toBe(422)
  // Sanitizing so many tags would block all other requests for minutes.
  const soup = await save(server, token, { content: '<b>'.repeat(300_000), version: 3 })
  expect(soup.status).toBe(422)
  expect((await soup.json()).detail).toContain('too much formatting')
  expect((await save(server, token, { bio: 'x'.repeat(601), version: 3 })).status).toBe(400)
  expect((await server.send(`/api/write/${token}/submit`, { json: { hash: '0'.repeat(64) } })).status).toBe(
    409,
  )
})

test('only the guest replies to comments, and only while the room is open', async () => {
  const { server, cookie } = await start()
  const mine = await openRoom(server, cookie)
  const other = await openRoom(server, cookie, 'lee@example.org')
  const comment = async (id: number) => {
    const json = { paragraph: 0, quote: 'x', text: 'Say how.' }
    return (await (await server.send(`/api/author/invites/${id}/comments`, { cookie, json })).json()).id
  }
  const [first, second, theirs] = [await comment(mine.id), await comment(mine.id), await comment(other.id)]
  const answersOf = async (response: Response) => (await read(response)).comments.map(({ answer }) => answer)

  const hostile = '<img src=x onerror=alert(1)>\n\u202e=cmd()"; drop table users; -- 🌱'
  const answers = [
    { id: first, text: `  ${hostile}\n` },
    { id: theirs, text: 'Not mine' },
    { id: 99, text: 'Already deleted' },
  ]
  expect(await answersOf(await save(server, mine.token, { answers }))).toEqual([hostile, ''])
  // A save does not change replies that it does not contain.
  const more = [{ id: second, text: 'Like this.' }]
  expect(await answersOf(await save(server, mine.token, { version: 1, answers: more }))).toEqual([
    hostile,
    'Like this.',
  ])
  const back = [{ id: second, text: ' ' }]
  expect(await answersOf(await save(server, mine.token, { version: 1, answers: back }))).toEqual([
    hostile,
    '',
  ])
  expect(await answersOf(await server.send(`/api/write/${other.token}`))).toEqual([''])
  const review = await (await server.send(`/api/author/invites/${mine.id}`, { cookie })).json()
  expect(review.comments[0]).toMatchObject({ text: 'Say how.', answer: hostile })

  for (const wrong of [
    [{ id: first, text: 'x'.repeat(1001) }],
    [{ id: first, text: 'NUL \0' }],
    [{ id: first, text: 'half \ud83c' }],
    [{ id: 2 ** 31, text: 'x' }],
    [{ id: first, text: 'x', doneAt: 'now' }],
    Array.from({ length: 1001 }, () => ({ id: first, text: 'x' })),
  ])
    expect((await save(server, mine.token, { version: 1, answers: wrong })).status).toBe(400)

  // A submitted text is locked until the editor requests changes.
  const handedIn = await submit(server, mine.token, await read(await server.send(`/api/write/${mine.token}`)))
  expect(handedIn.status).toBe(200)
  const late = [{ id: first, text: 'Too late' }]
  expect((await save(server, mine.token, { version: 1, answers: late })).status).toBe(409)
  expect(await answersOf(await server.send(`/api/write/${mine.token}`))).toEqual([hostile, ''])
  await server.send(`/api/author/invites/${mine.id}/request-changes`, { cookie, json: {} })
  const again = [{ id: first, text: 'In time' }]
  expect(await answersOf(await save(server, mine.token, { version: 1, answers: again }))).toEqual([
    'In time',
    '',
  ])
})

test('a scheduled text becomes public in time; a text in the trash closes the room', async () => {
  const { server, cookie } = await start()
  const { id, token } = await openRoom(server, cookie)
  const room = await read(await save(server, token))
  const publishedAt = new Date(Date.now() + 86_400_000).toISOString()
  const json = {
    ...{ id: room.text?.id, version: 1, title: typed.title, content: typed.content },
    ...{ isPublished: true, publishedAt },
  }
  expect((await server.send('/api/blog', { cookie, json })).status).toBe(200)
  const scheduled = await read(await server.send(`/api/write/${token}`))
  expect(scheduled).toMatchObject({ status: 'accepted', isOpen: false, text: { scheduledFor: publishedAt } })
  expect((await save(server, token, { version: 2 })).status).toBe(409)
  await announcePublications(server.instance.db, readTestMailing)
  const subjects = (await mailsTo(server, 'jo@example.org')).map(({ subject }) => subject)
  expect(subjects).not.toContain('Your post is live at Everyday AI')
  // The post becomes public when its time comes, even before the job has run that announces it.
  await server.query(`update blog_posts set published_at = now() - interval '1 second'`)
  // The byline is on the page even though the guest never submitted the text.
  const page = await (await server.send(postPaths.post(room.text?.slug ?? ''))).text()
  for (const words of [typed.bio, postPaths.author('jo-guest')]) expect(page).toContain(words)
  expect((await read(await server.send(`/api/write/${token}`))).status).toBe('published')

  await server.send(`/api/blog/${room.text?.id ?? 0}`, { cookie, method: 'DELETE' })
  expect((await server.send(guestPaths.writingRoom(token))).status).toBe(410)
  expect((await save(server, token, { version: 3 })).status).toBe(410)
  const review = await (await server.send(`/api/author/invites/${id}`, { cookie })).json()
  expect(review.text.title).toBe(typed.title)
})
