import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { hashToken } from '../../../core/server/http/tokens.ts'
import { withLink } from '../../../core/server/mail/encrypted-link.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { type InviteResponse, inviteResponse } from '../contract/invites.ts'

const topic = { suggestedTopic: 'Donor letters', customMessage: 'Please!' }
const jo = { email: 'jo@example.org', name: 'Jo Guest', ...topic }

async function startWithAdmin() {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'editor@example.org' }, jobPause: 0.5 })
  return { server, cookie: await server.signIn() }
}

async function send(server: TestServer, cookie: string, json: object = jo): Promise<InviteResponse> {
  const response = await server.send('/api/author/invite', { cookie, json })
  expect(response.status).toBe(201)
  return inviteResponse.parse(await response.json())
}

const pathOf = (url: string) => new URL(url).pathname
const tokenOf = (url: string) => pathOf(url).split('/').at(-1) ?? ''

const accept = (server: TestServer, path: string) => server.send(path, { form: { answer: 'accept' } })

test('an invitation is sent, listed, and stored without its token', async () => {
  const { server, cookie } = await startWithAdmin()
  const answer = await send(server, cookie, { ...jo, dueDate: '2030-02-28', answerDays: 7 })
  expect(answer).toMatchObject({
    success: true,
    delivery: 'outbox',
    invite: { email: jo.email, name: jo.name, suggestedTopic: jo.suggestedTopic, status: 'pending' },
  })
  const days = (Date.parse(answer.invite.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(7, 2)
  expect(tokenOf(answer.inviteUrl)).toMatch(/^[\w-]{43}$/)
  const list = await server.send('/api/author/invites', { cookie })
  expect(list.headers.get('x-total-count')).toBe('1')
  expect(await list.json()).toEqual([
    { ...answer.invite, toSend: { about: 'invitation', mailId: expect.any(Number) } },
  ])
  const [row] = await server.query('select invite_token from author_invites')
  expect(row).toEqual({ invite_token: hashToken(tokenOf(answer.inviteUrl)) })
})

test('missing and invalid fields are reported', async () => {
  const { server, cookie } = await startWithAdmin()
  for (const json of [
    { ...jo, email: '' },
    { ...jo, email: 'jo' },
    { ...jo, suggestedTopic: '  ' },
    { ...jo, name: 'x'.repeat(201) },
    { ...jo, customMessage: 'x'.repeat(5001) },
    { ...jo, dueDate: 'soon' },
    { ...jo, dueDate: '0000-01-01' },
    { ...jo, dueDate: '2031-02-30' },
    { ...jo, answerDays: 91 },
    { ...jo, unknown: 1 },
  ]) {
    const response = await server.send('/api/author/invite', { cookie, json })
    expect(response.status, JSON.stringify(json)).toBe(400)
  }
  expect(await server.query('select id from author_invites')).toEqual([])
})

test('a second invitation to the same address and topic renews the pending one', async () => {
  const { server, cookie } = await startWithAdmin()
  const first = await send(server, cookie)
  const second = await send(server, cookie, { ...jo, email: 'JO@example.org', name: 'Jo' })
  expect(second.invite).toMatchObject({ id: first.invite.id, name: 'Jo' })
  const other = await send(server, cookie, { ...jo, suggestedTopic: 'Something else' })
  expect(other.invite.id).not.toBe(first.invite.id)
  expect((await server.send(pathOf(first.inviteUrl))).status).toBe(404)
  expect((await server.send(pathOf(second.inviteUrl))).status).toBe(200)
  // The email with the replaced link is withdrawn from the outbox.
  const statuses = await columnOf(server, 'select status from outbox_messages order by id')
  expect(statuses).toEqual(['withdrawn', 'queued', 'queued'])
  const [withdrawn = 0] = await columnOf<number>(server, 'select min(id) from outbox_messages')
  const news = await (await server.send('/api/news', { cookie })).json()
  expect(news.failedMails).toBe(0)
  for (const act of ['again', 'handed-over'])
    expect((await server.send(`/api/outbox/${withdrawn}/${act}`, { cookie, method: 'POST' })).status).toBe(
      409,
    )
  const parallel = await Promise.all(
    Array.from({ length: 10 }, () => send(server, cookie, { ...jo, suggestedTopic: 'At once' })),
  )
  expect(new Set(parallel.map(({ invite }) => invite.id)).size).toBe(1)
})

test('opening a link changes nothing; of fifty simultaneous responses one succeeds', async () => {
  const { server, cookie } = await startWithAdmin()
  const { inviteUrl } = await send(server, cookie)
  const before = await server.query('select * from author_invites')
  for (const method of ['GET', 'HEAD']) {
    const looked = await server.send(pathOf(inviteUrl), { method })
    expect(looked.status).toBe(200)
    expect(looked.headers.get('referrer-policy')).toBe('same-origin')
    expect(looked.headers.get('cache-control')).toBe('no-store')
    expect(looked.headers.get('x-robots-tag')).toBe('noindex')
  }
  expect(await server.query('select * from author_invites')).toEqual(before)
  const answers = await Promise.all(Array.from({ length: 50 }, () => accept(server, pathOf(inviteUrl))))
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([303, ...Array(49).fill(410)])
  const rooms = answers.flatMap((answer) => answer.headers.get('location') ?? [])
  expect(rooms).toHaveLength(1)
  expect((await server.send(rooms[0] ?? '')).status).toBe(200)
  const told = `select subject from outbox_messages where recipient = 'editor@example.org'`
  expect(await columnOf(server, told)).toEqual(['Jo Guest accepted your invitation'])
})

test('the same click sent twice leads to one room; a click on another page of the link does not', async () => {
  const { server, cookie } = await startWithAdmin()
  const path = pathOf((await send(server, cookie)).inviteUrl)
  const readKey = async () =>
    /name="answerKey" value="([^"]+)"/.exec(await (await server.send(path)).text())?.[1] ?? ''
  const [answerKey, otherKey] = [await readKey(), await readKey()]
  expect(answerKey).toMatch(/^[\w-]{43}$/)
  expect(otherKey).not.toBe(answerKey)
  const click = (key: string) => server.send(path, { form: { answer: 'accept', answerKey: key } })
  const rooms = (await Promise.all([click(answerKey), click(answerKey)])).map(({ headers }) =>
    headers.get('location'),
  )
  expect(rooms[0]).toBe(rooms[1])
  expect((await server.send(rooms[0] ?? '')).status).toBe(200)
  expect((await click(otherKey)).status).toBe(410)
  expect((await accept(server, path)).status).toBe(410)
  expect((await click('short')).status).toBe(400)
  await server.query(`update author_invites set responded_at = now() - interval '11 minutes'`)
  expect((await click(answerKey)).status).toBe(410)
  const told = `select id from outbox_messages where recipient = 'editor@example.org'`
  expect(await server.query(told)).toHaveLength(1)
})

test('a declined, expired, revoked, used, or guessed link opens nothing, but can request a new one', async () => {
  const { server, cookie } = await startWithAdmin()
  const guess = guestPaths.invitation('A'.repeat(43))
  expect((await server.send(guess)).status).toBe(404)
  expect((await accept(server, guess)).status).toBe(404)

  const declined = await send(server, cookie)
  expect((await server.send(pathOf(declined.inviteUrl), { form: { answer: 'decline' } })).status).toBe(200)
  const expired = await send(server, cookie, { ...jo, suggestedTopic: 'expired' })
  await server.query(`update author_invites set expires_at = now() where id = ${expired.invite.id}`)
  const revoked = await send(server, cookie, { ...jo, suggestedTopic: 'revoked' })
  await server.send(`/api/author/invites/${revoked.invite.id}/revoke`, { cookie, method: 'POST' })
  const answered = await send(server, cookie, { ...jo, suggestedTopic: 'answered' })
  await accept(server, pathOf(answered.inviteUrl))
  for (const { inviteUrl } of [declined, expired, revoked, answered]) {
    const page = await server.send(pathOf(inviteUrl))
    expect(page.status).toBe(410)
    expect(await page.text()).toContain('Ask the editor for a new link')
    expect((await accept(server, pathOf(inviteUrl))).status).toBe(410)
    expect((await server.send(pathOf(inviteUrl), { form: { answer: 'decline' } })).status).toBe(410)
  }
  const list = await (await server.send('/api/author/invites', { cookie })).json()
  const statuses = list.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['accepted', 'revoked', 'expired', 'declined'])

  for (let time = 0; time < 2; time++)
    expect((await server.send(pathOf(expired.inviteUrl), { form: { answer: 'ask' } })).status).toBe(200)
  const asked = await server.query(`select subject from outbox_messages where once_key like 'editor:link%'`)
  expect(asked).toEqual([{ subject: 'Jo Guest requested a new link' }])
  const again = await server.send(`/api/author/invites/${expired.invite.id}/resend`, {
    cookie,
    method: 'POST',
  })
  const resent = inviteResponse.parse(await again.json())
  expect(resent.invite).toMatchObject({ id: expired.invite.id, status: 'pending' })
  expect(resent.invite.linkAskedAt).toBeUndefined()
  expect((await server.send(pathOf(expired.inviteUrl))).status).toBe(404)
  expect((await accept(server, pathOf(resent.inviteUrl))).status).toBe(303)
})

test('revoking withdraws every unsent email to the guest', async () => {
  const { server, cookie } = await startWithAdmin()
  const { invite, inviteUrl } = await send(server, cookie)
  await accept(server, pathOf(inviteUrl))
  await server.query(`insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published)
    values ('T', 't', 'e', '<p>c</p>', 'Jo', 'human', false)`)
  await server.query(`update author_invites set status = 'submitted', post_id = (select id from blog_posts)`)
  const json = { message: 'Nearly there.' }
  expect(
    (await server.send(`/api/author/invites/${invite.id}/request-changes`, { cookie, json })).status,
  ).toBe(200)
  const statuses = () =>
    columnOf(server, 'select status from outbox_messages where recipient = $1', [jo.email])
  // The three emails are the invitation, the link to the writing room, and the request for changes.
  expect(await statuses()).toEqual(Array(3).fill('queued'))
  // The editor wrote no comments, so the email does not mention any.
  const asked = `select text from outbox_messages where once_key like 'guest:changes:%'`
  expect((await columnOf(server, asked))[0]).toContain('have some changes to suggest')
  await server.send(`/api/author/invites/${invite.id}/revoke`, { cookie, method: 'POST' })
  expect(await statuses()).toEqual(Array(3).fill('withdrawn'))
  expect(await columnOf(server, `select status from outbox_messages where kind = 'editor'`)).toEqual([
    'queued',
  ])
})

test('a new link is valid for as many days as the first one', async () => {
  const { server, cookie } = await startWithAdmin()
  const { invite } = await send(server, cookie, { ...jo, answerDays: 3 })
  await server.query(`update author_invites set invited_at = invited_at - interval '9 days',
    expires_at = expires_at - interval '9 days'`)
  const again = await server.send(`/api/author/invites/${invite.id}/resend`, { cookie, method: 'POST' })
  const { expiresAt } = inviteResponse.parse(await again.json()).invite
  expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(3, 2)
})

test('the simple form keeps what was typed if the session has ended', async () => {
  const { server } = await startWithAdmin()
  const response = await server.send(paths.adminSimpleAuthors, {
    cookie: 'session=ended',
    form: { action: 'send', ...jo, customMessage: 'A long message' },
  })
  expect(response.status).toBe(401)
  const page = await response.text()
  for (const text of ['jo@example.org', 'A long message', 'You’re signed out.']) expect(page).toContain(text)
  expect(page).not.toContain('Sent Invitations')
  expect(await server.query('select id from author_invites')).toEqual([])
})

test('a right-to-left name does not reorder the sentence around it', async () => {
  const { server, cookie } = await startWithAdmin()
  const { inviteUrl } = await send(server, cookie, { ...jo, name: 'مرحبا' })
  const page = await (await server.send(pathOf(inviteUrl))).text()
  expect(page).toContain('<p class="lead">\u2068مرحبا\u2069, Everyday AI would like')
})

test('after a deletion of personal data the simple list shows the name, and no address', async () => {
  const { server, cookie } = await startWithAdmin()
  await send(server, cookie)
  await server.query(`update author_invites set email = '', name = null`)
  const page = await (await server.send(paths.adminSimpleTab('authors'), { cookie })).text()
  expect(page).toContain('Someone whose data was deleted')
  for (const words of ['mailto:', 'Resend', 'data-asks-revoke']) expect(page).not.toContain(words)
})

test('the simple form asks for confirmation before it revokes', async () => {
  const { server, cookie } = await startWithAdmin()
  const { invite, inviteUrl } = await send(server, cookie)
  const revoke = (form: Record<string, string>) =>
    server.send(paths.adminSimpleAuthors, { cookie, form: { action: 'revoke', ...form } })
  const id = String(invite.id)
  const asked = await revoke({ id })
  expect(asked.status).toBe(200)
  expect(await asked.text()).toContain('Turn off every link for Jo Guest?')
  expect((await server.send(pathOf(inviteUrl))).status).toBe(200)
  expect((await revoke({ id: '99' })).status).toBe(404)
  expect((await revoke({ id, sure: 'maybe' })).status).toBe(400)
  expect((await revoke({ id, sure: 'yes' })).status).toBe(200)
  expect((await server.send(pathOf(inviteUrl))).status).toBe(410)
})

test('a request for a lost link gets the same response for every address', async () => {
  const { server, cookie } = await startWithAdmin()
  await send(server, cookie)
  const ask = async (email: string) => {
    const response = await server.send(guestPaths.lostLink, { form: { email } })
    return { status: response.status, text: await response.text() }
  }
  const known = await ask('JO@example.org')
  expect(known.status).toBe(200)
  expect(await ask('nobody@example.org')).toEqual(known)
  expect((await ask('no address')).status).toBe(422)
  await finishJobs(server, 'lost-link')
  expect(await server.query('select id from author_invites where link_asked_at is not null')).toHaveLength(1)
})

test('the plain token is in no table, log, list, or Referer', async () => {
  const { server, cookie } = await startWithAdmin()
  const { inviteUrl, invite } = await send(server, cookie)
  const accepted = await accept(server, pathOf(inviteUrl))
  const room = accepted.headers.get('location') ?? ''
  const tokens = [tokenOf(inviteUrl), tokenOf(new URL(room, server.url).href)]
  await server.send(room)
  await server.send(guestPaths.plainRoom(tokens[1] ?? ''))
  await server.send(`/api/write/${tokens[1] ?? ''}`)
  await server.send(`/api/write/${'x'.repeat(43)}`, { method: 'PUT', json: { broken: true } })
  const tables = await server.query<{ name: string }>(
    `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const rows = await server.query<{ row: string }>(`select t::text as row from ${name} as t`)
    for (const token of tokens) expect(rows.map(({ row }) => row).join('\n'), name).not.toContain(token)
  }
  const lists = ['/api/author/invites', `/api/author/invites/${invite.id}`, '/api/blog?status=review']
  for (const path of lists) {
    const text = await (await server.send(path, { cookie })).text()
    for (const token of tokens) expect(text, path).not.toContain(token)
  }
  for (const token of tokens) expect(server.logged.join('')).not.toContain(token)
  // The stored emails do not contain the links, but the sent ones do.
  const mails = await server.query<{ text: string; html: null; sealedLink: string }>(
    `select text, html, sealed_link as "sealedLink" from outbox_messages where sealed_link is not null order by id`,
  )
  const opened = await Promise.all(mails.map((mail) => withLink(server.instance.db, mail)))
  expect(opened.map(({ text }) => tokens.filter((token) => text.includes(token)))).toEqual([
    [tokens[0]],
    [tokens[1]],
  ])
})
