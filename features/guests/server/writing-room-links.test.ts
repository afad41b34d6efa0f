import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { createEmailWriter } from '../../../core/server/mail/email-templates.ts'
import { withLink } from '../../../core/server/mail/encrypted-link.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { originalSite } from '../../../tests/helpers/original-site.ts'
import { cookiesOf, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { loadBuiltRenderer } from '../../site/server/files/renderer.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { inviteResponse } from '../contract/invites.ts'
import { writingRoom } from '../contract/writing-room.ts'
import { announcePublications } from './review.ts'

// Links to the writing room, the page where a guest author writes a post: anyone with a valid link has access.

async function start(env: Record<string, string> = {}) {
  const server = await startTestServer({ env })
  return { server, cookie: await server.signIn() }
}

type Started = Awaited<ReturnType<typeof start>>

async function invite({ server, cookie }: Started, suggestedTopic = 'Donor letters') {
  const json = { email: 'jo@example.org', name: 'Jo', suggestedTopic }
  const sent = inviteResponse.parse(await (await server.send('/api/author/invite', { cookie, json })).json())
  return { id: sent.invite.id, path: new URL(sent.inviteUrl).pathname }
}

/** Accepts the invitation and opens the writing room, as a browser does. */
async function accept(server: TestServer, path: string) {
  const accepted = await server.send(path, { form: { answer: 'accept' } })
  const location = accepted.headers.get('location') ?? ''
  const page = await server.send(location)
  return { token: tokenOf(location), page, cookies: cookiesOf(page) }
}

const tokenOf = (location: string) => /\/write\/([\w-]{43})/.exec(location)?.[1] ?? ''

/** The queued emails to the guest with their links, oldest first */
async function mailsOf({ instance, query }: TestServer) {
  const rows = await query<{ subject: string; text: string; html: string; sealedLink: string | null }>(
    `select subject, text, html, sealed_link as "sealedLink" from outbox_messages
     where recipient = 'jo@example.org' and status = 'queued' order by id`,
  )
  return Promise.all(rows.map((row) => withLink(instance.db, row)))
}

/** Joins the wrapped lines of a plain-text email. */
const unwrap = (text: string) => text.replaceAll(/\s+/g, ' ')

async function handIn(server: TestServer, token: string, content: string) {
  const room = writingRoom.parse(await (await server.send(`/api/write/${token}`)).json())
  const json = {
    ...{ title: 'Letters', content, name: 'Jo Guest', bio: '', photoUrl: '' },
    ...(room.text && { version: room.text.version }),
  }
  const saved = await server.send(`/api/write/${token}`, { method: 'PUT', json })
  const { text } = writingRoom.parse(await saved.json())
  const handedIn = await server.send(`/api/write/${token}/submit`, { json: { hash: text?.hash } })
  return writingRoom.parse(await handedIn.json())
}

async function announce(server: TestServer) {
  const site = originalSite('http://everyday.test')
  const siteSource = { read: async () => site }
  const writeEmail = createEmailWriter(await loadBuiltRenderer(), siteSource)
  await announcePublications(server.instance.db, async () => ({ site, notify: undefined, writeEmail }))
}

test('every email to a guest opens the writing page, until a new link is made', async () => {
  const started = await start()
  const { server, cookie } = started
  const { id, path } = await invite(started)
  const { token } = await accept(server, path)
  const handedIn = await handIn(server, token, '<p>Mine.</p>')
  await server.send(`/api/author/invites/${id}/request-changes`, {
    cookie,
    json: { message: 'Nearly there.' },
  })
  await handIn(server, token, '<p>Mine, changed.</p>')
  const room = writingRoom.parse(await (await server.send(`/api/write/${token}`)).json())
  expect(room.isEdited).toBe(false)
  const post = { id: handedIn.text?.id, title: 'Letters', content: '<p>Edited.</p>' }
  const edited = await server.send('/api/blog', {
    cookie,
    json: { ...post, version: room.text?.version },
  })
  expect(edited.status).toBe(200)
  const now = writingRoom.parse(await (await server.send(`/api/write/${token}`)).json())
  expect(now.isEdited).toBe(true)
  await server.send('/api/blog', {
    cookie,
    json: { ...post, version: now.text?.version, isPublished: true },
  })
  await announce(server)

  const mails = await mailsOf(server)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Would you write for Everyday AI?',
    'Your writing page at Everyday AI',
    'Changes to your draft for Everyday AI',
    'Your post is live at Everyday AI',
  ])
  const links = mails.slice(1).map(({ text, html }) => {
    const link = /http:\/\/everyday\.test\/write\/[\w-]{43}/.exec(text)?.[0] ?? ''
    expect(text).toContain('Open your writing page')
    expect(html).toContain(`<a href="${link}">Open your writing page</a>`)
    return new URL(link).pathname
  })
  expect(new Set(links).size).toBe(3)
  for (const link of links) expect((await server.send(link)).status).toBe(200)
  const [, opened, changes, live] = mails.map(({ text }) => unwrap(text))
  expect(opened).not.toContain('Older links')
  expect(changes).toContain(
    'have some changes to suggest. > Nearly there. Open your writing page, make your changes, and submit it again.',
  )
  expect(live).toContain('We made some changes to your draft before we published it.')

  // A new link invalidates the older ones and replaces them in unsent emails.
  const resent = await server.send(`/api/author/invites/${id}/resend`, { cookie, method: 'POST' })
  const newLink = new URL(inviteResponse.parse(await resent.json()).inviteUrl).pathname
  for (const link of links) expect((await server.send(link)).status).toBe(404)
  expect((await server.send(newLink)).status).toBe(200)
  const left = await mailsOf(server)
  expect(left.map(({ subject }) => subject)).toEqual([
    'Changes to your draft for Everyday AI',
    'Your post is live at Everyday AI',
    'Your writing page at Everyday AI',
  ])
  for (const { text } of left) expect(text).toContain(newLink)
  expect(unwrap(left[2]?.text ?? '')).toContain('Older links no longer work.')

  await server.send(`/api/author/invites/${id}/revoke`, { cookie, method: 'POST' })
  expect((await server.send(newLink)).status).toBe(410)
})

test('the link of an email works for every endpoint of a guest', async () => {
  const started = await start()
  const { server, cookie } = started
  const { id, path } = await invite(started)
  const { token } = await accept(server, path)
  await handIn(server, token, '<p>Mine.</p>')
  await server.send(`/api/author/invites/${id}/request-changes`, { cookie, json: {} })
  const mailed = tokenOf((await mailsOf(server)).at(-1)?.link ?? '')
  expect(mailed).not.toBe(token)
  expect((await handIn(server, mailed, '<p>Through the email.</p>')).status).toBe('submitted')
  expect((await server.send(guestPaths.writingRoom(mailed))).status).toBe(200)
})

test('the invitation leads back to the writing page on the same device only', async () => {
  const started = await start()
  const { server, cookie } = started
  const { id, path } = await invite(started)
  const { token, page, cookies } = await accept(server, path)
  const room = guestPaths.writingRoom(token)
  const open = (cookie = '') => server.send(path, { cookie })

  const [set = ''] = page.headers.getSetCookie()
  expect(set).toMatch(
    new RegExp(`^writing-page-${id}=[\\w-]{43}; Max-Age=31536000; Path=/invite; HttpOnly; SameSite=Lax$`),
  )
  const back = await open(cookies)
  expect(back.status).toBe(303)
  expect(back.headers.get('location')).toBe(room)
  expect(back.headers.get('cache-control')).toBe('no-store')
  // Accepting again on an old page of the invitation also leads to the room.
  const again = await server.send(path, { cookie: cookies, form: { answer: 'accept' } })
  expect(again.headers.get('location')).toBe(room)

  // Other people have no cookie, a cookie of another invitation, or a forged one.
  const other = await accept(server, (await invite(started, 'Something else')).path)
  const foreign = `writing-page-${id}=${other.token}`
  for (const wrong of ['', other.cookies, foreign, `writing-page-${id}=${'A'.repeat(43)}`]) {
    const refused = await open(wrong)
    expect(refused.status, wrong).toBe(410)
    expect(refused.headers.get('location')).toBeNull()
    const text = await refused.text()
    expect(text).toContain('Ask the editor for a new link')
    expect(text).not.toContain('/write/')
  }

  // A new link stops the old one and its cookies from working. A device that opens the new link gets a new cookie.
  const resent = await server.send(`/api/author/invites/${id}/resend`, { cookie, method: 'POST' })
  const { inviteUrl } = inviteResponse.parse(await resent.json())
  expect((await open(cookies)).status).toBe(410)
  const newer = await server.send(new URL(inviteUrl).pathname)
  expect((await open(cookiesOf(newer))).headers.get('location')).toBe(new URL(inviteUrl).pathname)
  await server.send(`/api/author/invites/${id}/revoke`, { cookie, method: 'POST' })
  expect((await open(cookiesOf(newer))).status).toBe(410)
})

test('behind https the cookie of a writing page is Secure', async () => {
  const started = await start({ PUBLIC_URL: 'https://everyday.test' })
  const { path } = await invite(started)
  const { page } = await accept(started.server, path)
  expect(page.headers.getSetCookie()[0]).toMatch(
    /^__Secure-writing-page-\d+=[\w-]{43}; Max-Age=31536000; Path=\/invite; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('a new writing page shows its link; without an email server it promises no email', async () => {
  const started = await start()
  const { server } = started
  const { token, page } = await accept(server, (await invite(started)).path)
  const text = await page.text()
  expect(text).toContain(`>http://everyday.test${guestPaths.writingRoom(token)}</textarea>`)
  expect(text).toContain('&quot;isNew&quot;:true')
  expect(await (await server.send(guestPaths.writingRoom(token))).text()).toContain('&quot;isNew&quot;:false')
  expect(text).toContain('&quot;byEmail&quot;:false')
  const asked = await server.send(guestPaths.lostLink, { form: { email: 'jo@example.org' } })
  expect(await asked.text()).toContain('They can then send you a new one.')
})

test('without an email server the lists show each email to send by hand until it is sent', async () => {
  const started = await start()
  const { server, cookie } = started
  const { id, path } = await invite(started)
  const listed = async () => (await (await server.send('/api/author/invites', { cookie })).json())[0].toSend
  const reviewed = async () =>
    (await (await server.send(`/api/author/invites/${id}`, { cookie })).json()).invite.toSend
  const expectToSend = async (about: string) => {
    const toSend = await listed()
    expect(toSend).toMatchObject({ about })
    expect(await reviewed()).toEqual(toSend)
    const mail = await (await server.send(`/api/outbox/${toSend.mailId}`, { cookie })).json()
    expect((await server.send(new URL(mail.link).pathname)).status).toBe(200)
    return toSend.mailId
  }
  await expectToSend('invitation')
  const { token } = await accept(server, path)
  const mailId = await expectToSend('room')
  const simple = await (await server.send(paths.adminSimpleTab('authors'), { cookie })).text()
  expect(simple).toContain('Jo said yes. Send the link to their writing page.')
  await server.send(`/api/outbox/${mailId}/handed-over`, { cookie, method: 'POST' })
  expect(await listed()).toBeUndefined()

  const handedIn = await handIn(server, token, '<p>Mine.</p>')
  expect(await listed()).toBeUndefined()
  const news = async () => (await (await server.send('/api/news', { cookie })).json()).guests
  expect(await news()).toBe(1)
  const asked = await server.send(`/api/author/invites/${id}/request-changes`, { cookie, json: {} })
  expect((await asked.json()).delivery).toBe('outbox')
  await expectToSend('changes')
  const { text } = await handIn(server, token, '<p>Mine, changed.</p>')
  expect(await listed()).toBeUndefined()
  const json = { id: handedIn.text?.id, version: text?.version, title: 'Letters', content: text?.content }
  await server.send('/api/blog', { cookie, json: { ...json, isPublished: true } })
  // Once the text is published, no action of the guest counts as unread.
  expect(await news()).toBe(0)
  await announce(server)
  await expectToSend('published')
})

test('with an email server nothing has to be sent by hand', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const started = await start({ SMTP_URL: fake.url, MAIL_FROM: 'hello@everyday.test' })
  const { server, cookie } = started
  const { path } = await invite(started)
  const { token } = await accept(server, path)
  const [listed] = await (await server.send('/api/author/invites', { cookie })).json()
  expect(listed.toSend).toBeUndefined()
  expect(await (await server.send(guestPaths.writingRoom(token))).text()).toContain(
    '&quot;byEmail&quot;:true',
  )
  const asked = await server.send(guestPaths.lostLink, { form: { email: 'jo@example.org' } })
  expect(await asked.text()).toContain('They can then email you a new one.')
})
