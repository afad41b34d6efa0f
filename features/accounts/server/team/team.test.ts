import { describe, expect, test } from 'vitest'
import { joinedPath, paths } from '../../../../core/contract/paths.ts'
import { admin, cookiesOf, startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { peoplePaths } from '../../../people/contract/people-paths.ts'
import type { Member, SentTeamInvite, TeamInvite } from '../../contract/team.ts'

const jo = { email: 'jo@example.org', displayName: 'Jo Field', role: 'helper' }
const password = 'seven quiet lanterns over'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A site with an owner, and functions that act as a user */
async function startOffice(env: Record<string, string> = {}) {
  const server = await startTestServer({ env })
  const owner = await server.signIn()
  const ask = async <Body>(cookie: string, method: Method, path: string, json?: unknown) => {
    const response = await server.send(path, { cookie, method, ...(json !== undefined && { json }) })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body }
  }
  const invite = async (values: object = jo, cookie = owner) =>
    (await ask<SentTeamInvite>(cookie, 'POST', '/api/team/invites', values)).body
  const team = async () =>
    (await ask<{ members: Member[]; invites: TeamInvite[] }>(owner, 'GET', '/api/team')).body
  return { server, owner, ask, invite, team }
}

const join = (server: TestServer, url: string, username: string, cookie = '') =>
  server.send(new URL(url).pathname, { form: { username, password }, cookie })

describe('an invited colleague', () => {
  test('joins by the link with their own username and password, and is signed in', async () => {
    const { server, invite, team, ask } = await startOffice()
    const { url, delivery, invite: sent } = await invite()
    expect(delivery).toBe('outbox')
    expect(sent).toMatchObject({ ...jo, invitedBy: admin.username, isExpired: false })
    const page = await server.send(new URL(url).pathname)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('Welcome, Jo Field')
    expect(html).toContain('You’re invited to the team of')
    expect(html).not.toContain(`${admin.username} invited`)
    expect(await server.query('select subject from outbox_messages')).toEqual([
      { subject: 'You’re invited to the team of Everyday AI' },
    ])

    const joined = await join(server, url, ' jo ')
    expect([joined.status, joined.headers.get('location')]).toEqual([303, joinedPath()])
    const cookie = cookiesOf(joined)
    expect((await ask(cookie, 'GET', '/api/session')).body).toMatchObject({
      user: { username: 'jo', displayName: 'Jo Field', role: 'helper', defaultAuthor: 'Jo Field' },
    })
    const { members, invites } = await team()
    expect(invites).toEqual([])
    expect(members).toMatchObject([
      { username: admin.username, role: 'owner' },
      { username: 'jo', email: jo.email, role: 'helper', disabledAt: null },
    ])
    expect(members[1]?.lastSignInAt).not.toBeNull()
    expect((await server.send('/api/session', { json: { username: 'JO', password } })).status).toBe(200)
  })

  test('uses the link once, even with ten clicks at the same time', async () => {
    const { server, invite, team } = await startOffice()
    const { url } = await invite()
    const clicks = await Promise.all(
      Array.from({ length: 10 }, (_, index) => join(server, url, `jo-${index}`)),
    )
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(410)])
    expect((await team()).members).toHaveLength(2)
    const page = await server.send(new URL(url).pathname)
    expect(page.status).toBe(410)
    expect(await page.text()).toContain('This link no longer works')
  })

  test('keeps what they typed when the name is taken or the password is weak', async () => {
    const { server, invite } = await startOffice()
    const { url } = await invite()
    const taken = await join(server, url, admin.username.toUpperCase())
    expect(taken.status).toBe(422)
    const page = await taken.text()
    expect(page).toContain('Someone already has this username. Choose another one.')
    expect(page).toContain(`value="${admin.username.toUpperCase()}"`)
    expect(page).not.toContain(password)
    // A Cyrillic letter in the place of a Latin one
    expect((await join(server, url, admin.username.replace('A', '\u0410'))).status).toBe(422)
    const path = new URL(url).pathname
    for (const [form, words] of [
      [{ username: '', password }, 'Required'],
      [{ username: 'x'.repeat(101), password }, 'Use up to 100 characters.'],
      [{ username: 'jo', password: 'short' }, 'Use at least 12 characters.'],
      [{ username: 'lanterns', password }, 'Leave your username'],
    ] as const) {
      const response = await server.send(path, { form })
      expect(response.status, words).toBe(422)
      expect(await response.text()).toContain(words)
    }
    // The refused tries have not spent the link.
    expect((await join(server, url, 'jo')).status).toBe(303)
  })

  test('who is signed in as someone else leaves that session', async () => {
    const { server, owner, invite, ask } = await startOffice()
    const { url } = await invite()
    const page = await server.send(new URL(url).pathname, { cookie: owner })
    expect(await page.text()).toContain(`You’re signed in as ${admin.username} in this browser.`)
    expect((await join(server, url, 'jo', owner)).status).toBe(303)
    expect((await ask(owner, 'GET', '/api/session')).status).toBe(401)
  })
})

describe('the link of an invitation', () => {
  test('is stored as a hash, and ends after seven days', async () => {
    const { server, invite, team } = await startOffice()
    const { url } = await invite()
    const token = url.split('/').at(-1) ?? ''
    const stored = JSON.stringify(await server.query('select * from team_invites'))
    expect(stored).not.toContain(token)
    expect(JSON.stringify(await server.query('select * from outbox_messages'))).not.toContain(token)
    await server.query(`update team_invites set expires_at = expires_at - interval '6 days 23 hours'`)
    expect((await server.send(new URL(url).pathname)).status).toBe(200)
    await server.query(`update team_invites set expires_at = expires_at - interval '1 hour'`)
    expect((await server.send(new URL(url).pathname)).status).toBe(410)
    expect((await join(server, url, 'jo')).status).toBe(410)
    expect((await team()).invites).toMatchObject([{ isExpired: true }])
    expect((await server.send(paths.join('unknown'))).status).toBe(404)
  })

  test('ends when it is renewed, turned off, or sent again to the same address', async () => {
    const { server, owner, invite, ask, team } = await startOffice()
    const status = async (url: string) => (await server.send(new URL(url).pathname)).status
    const first = await invite()
    const again = await invite({ ...jo, email: 'JO@example.org', role: 'editor' })
    expect([await status(first.url), await status(again.url)]).toEqual([410, 200])
    const { body: renewed } = await ask<SentTeamInvite>(
      owner,
      'POST',
      `/api/team/invites/${again.invite.id}/renew`,
    )
    // The new hash has replaced the old one, so the old link is unknown.
    expect([await status(again.url), await status(renewed.url)]).toEqual([404, 200])
    expect((await ask(owner, 'DELETE', `/api/team/invites/${again.invite.id}`)).status).toBe(204)
    expect(await status(renewed.url)).toBe(410)
    for (const [method, path] of [
      ['DELETE', `/api/team/invites/${again.invite.id}`],
      ['POST', `/api/team/invites/${again.invite.id}/renew`],
    ] as const)
      expect((await ask(owner, method, path)).status).toBe(404)
    expect((await team()).invites).toEqual([])
    const mails = await server.query('select distinct kind, status from outbox_messages')
    expect(mails).toEqual([{ kind: 'team', status: 'withdrawn' }])
  })

  test('ends with the rights of the owner who made it', async () => {
    const { server, owner, invite, ask } = await startOffice()
    const other = await server.signIn({ username: 'Olga', role: 'owner' })
    for (const [method, path, body] of [
      ['PUT', '/api/team/2/role', { role: 'editor' }],
      ['DELETE', '/api/team/2/access', undefined],
    ] as const) {
      const { url } = await invite({ ...jo, role: 'owner' }, other)
      expect((await ask(owner, method, path, body)).status).toBe(200)
      expect((await server.send(new URL(url).pathname)).status, path).toBe(410)
      await ask(owner, 'PUT', '/api/team/2/role', { role: 'owner' })
    }
  })

  test('is open once for an address, also when two owners invite it at the same time', async () => {
    const { server, invite, team } = await startOffice()
    const other = await server.signIn({ username: 'Olga', role: 'owner' })
    for (let round = 0; round < 5; round++) {
      const links = await Promise.all([invite(jo), invite({ ...jo, email: 'JO@example.org' }, other)])
      expect((await team()).invites).toHaveLength(1)
      const statuses = await Promise.all(
        links.map(async ({ url }) => (await server.send(new URL(url).pathname)).status),
      )
      expect(statuses.sort()).toEqual([200, 410])
    }
  })

  test('is refused for the address of a colleague, and checked like every address', async () => {
    const { owner, server, invite, ask } = await startOffice()
    await join(server, (await invite()).url, 'jo')
    const taken = await ask<{ detail: string }>(owner, 'POST', '/api/team/invites', {
      ...jo,
      email: 'Jo@Example.org',
    })
    expect([taken.status, taken.body.detail]).toEqual([
      409,
      'This address belongs to jo, who is on the team already.',
    ])
    await ask(owner, 'DELETE', '/api/team/2/access')
    const ended = await ask<{ detail: string }>(owner, 'POST', '/api/team/invites', jo)
    expect(ended.body.detail).toContain('whose access has ended')
    for (const wrong of [
      { ...jo, email: 'nobody' },
      { ...jo, displayName: ' ' },
      { ...jo, displayName: 'Jo\nField' },
      { ...jo, role: 'admin' },
      { ...jo, more: 1 },
    ])
      expect((await ask(owner, 'POST', '/api/team/invites', wrong)).status).toBe(400)
  })
})

describe('an owner', () => {
  test('changes a role, which counts at once', async () => {
    const { server, owner, ask } = await startOffice()
    const hana = await server.signIn({ username: 'Hana', role: 'helper' })
    expect((await ask(hana, 'GET', peoplePaths.exportCsv)).status).toBe(403)
    const { body } = await ask<Member>(owner, 'PUT', '/api/team/2/role', { role: 'editor' })
    expect(body).toMatchObject({ username: 'Hana', role: 'editor' })
    expect((await ask(hana, 'GET', '/api/session')).body).toMatchObject({ user: { role: 'editor' } })
    expect((await ask(owner, 'PUT', '/api/team/99/role', { role: 'editor' })).status).toBe(404)
  })

  test('ends access and gives it back, and no old session comes back with it', async () => {
    const { server, owner, ask } = await startOffice()
    const hana = await server.signIn({ username: 'Hana', role: 'helper' })
    expect((await ask(owner, 'DELETE', '/api/team/2/access')).status).toBe(200)
    expect((await ask(hana, 'GET', '/api/session')).status).toBe(401)
    const right = { username: 'Hana', password: admin.password }
    expect((await server.send('/api/session', { json: right })).status).toBe(401)
    const restored = await ask<Member>(owner, 'POST', '/api/team/2/access')
    expect(restored.body.disabledAt).toBeNull()
    expect((await ask(hana, 'GET', '/api/session')).status).toBe(401)
    expect((await server.send('/api/session', { json: right })).status).toBe(200)
  })

  test('ends the preview links of a user with their access, and no others', async () => {
    const { server, owner, ask } = await startOffice()
    const hana = await server.signIn({ username: 'Hana', role: 'helper' })
    const text = { title: 'A shared calendar', content: '<p>One page.</p>' }
    const { id } = (await ask<{ id: number }>(hana, 'POST', '/api/blog', text)).body
    const share = async (cookie: string) =>
      new URL((await ask<{ url: string }>(cookie, 'POST', `/api/blog/${id}/preview-links`)).body.url).pathname
    const links = [await share(hana), await share(owner)]
    const statuses = () => Promise.all(links.map(async (link) => (await server.send(link)).status))
    const working = async () =>
      (await ask<{ count: number }>(owner, 'GET', `/api/blog/${id}/preview-links`)).body.count
    expect(await statuses()).toEqual([200, 200])

    // As in a backup that was made before the end of access and restored after it
    await server.query('update users set disabled_at = now() where id = 2')
    expect(await statuses()).toEqual([404, 200])
    expect(await working()).toBe(1)
    await server.query('update users set disabled_at = null where id = 2')
    expect(await statuses()).toEqual([200, 200])

    await ask(owner, 'DELETE', '/api/team/2/access')
    expect(await statuses()).toEqual([404, 200])
    await ask(owner, 'POST', '/api/team/2/access')
    expect(await statuses()).toEqual([404, 200])
    expect(await server.query('select created_by from preview_links')).toEqual([{ created_by: 1 }])
  })

  test('changes neither their own role nor their own access', async () => {
    const { server, owner, ask } = await startOffice()
    await server.signIn({ username: 'Olga', role: 'owner' })
    for (const [method, path, json] of [
      ['PUT', '/api/team/1/role', { role: 'helper' }],
      ['DELETE', '/api/team/1/access', undefined],
      ['POST', '/api/team/1/access', undefined],
    ] as const) {
      const { status, body } = await ask<{ detail: string }>(owner, method, path, json)
      expect([status, body.detail]).toEqual([
        409,
        'You can’t change your own role or access. Ask another owner to do it.',
      ])
    }
  })

  test('enters the password again before rights change, if the sign-in was long ago', async () => {
    const { server, owner, ask, invite } = await startOffice()
    await server.signIn({ username: 'Hana', role: 'helper' })
    const { invite: sent } = await invite()
    await server.query(`update sessions set confirmed_at = now() - interval '11 minutes'`)
    for (const [method, path, json] of [
      ['POST', '/api/team/invites', { ...jo, email: 'kim@example.org', role: 'owner' }],
      ['POST', `/api/team/invites/${sent.id}/renew`],
      ['PUT', '/api/team/2/role', { role: 'owner' }],
      ['DELETE', '/api/team/2/access'],
      ['POST', '/api/team/2/access'],
      ['POST', '/api/account/tokens', { name: 'Script', scopes: ['publish'] }],
    ] as const) {
      const { status, body } = await ask<{ code: string }>(owner, method, path, json)
      expect([status, body.code], `${method} ${path}`).toEqual([403, 'confirmation-needed'])
    }
    expect(await server.query('select role from users where id = 2')).toEqual([{ role: 'helper' }])
  })

  test('stays, when two owners take each other’s rights at the same time', async () => {
    const { server, owner, ask } = await startOffice()
    const other = await server.signIn({ username: 'Olga', role: 'owner' })
    for (let round = 0; round < 20; round++) {
      const path = (id: number) => `/api/team/${id}/${round % 2 ? 'role' : 'access'}`
      const [method, json] = round % 2 ? (['PUT', { role: 'helper' }] as const) : (['DELETE'] as const)
      const answers = await Promise.all([
        ask(owner, method, path(2), json),
        ask(other, method, path(1), json),
      ])
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(200)
      expect([401, 403]).toContain(statuses[1])
      const rows = await server.query(`select from users where role = 'owner' and disabled_at is null`)
      expect(rows).toHaveLength(1)
      await server.query(`update users set role = 'owner', disabled_at = null`)
      if (round % 2 === 0)
        for (const cookie of [owner, other])
          await server.query(
            `insert into sessions (token_hash, user_id, confirmed_at)
             select encode(sha256(convert_to($1, 'UTF8')), 'hex'), $2, now() on conflict do nothing`,
            [/session=([^;]+)/.exec(cookie)?.[1], cookie === owner ? 1 : 2],
          )
    }
  })

  test('leaves a row for every change, without names or addresses', async () => {
    const { server, owner, invite, ask } = await startOffice()
    const { url, invite: sent } = await invite()
    await ask(owner, 'POST', `/api/team/invites/${sent.id}/renew`)
    await ask(owner, 'DELETE', `/api/team/invites/${sent.id}`)
    await join(server, (await invite()).url, 'jo')
    await ask(owner, 'PUT', '/api/team/2/role', { role: 'editor' })
    // Setting the same role, or ending access twice, changes nothing and leaves no row.
    await ask(owner, 'PUT', '/api/team/2/role', { role: 'editor' })
    for (const method of ['DELETE', 'DELETE', 'POST', 'POST'] as const)
      await ask(owner, method, '/api/team/2/access')
    const rows = await server.query<{ action: string }>(
      'select action, user_id as by, subject, subject_id as id, details from activity order by activity.id',
    )
    expect(rows).toEqual([
      { action: 'colleague-invited', by: 1, subject: 'invite', id: 1, details: { role: 'helper' } },
      { action: 'invite-renewed', by: 1, subject: 'invite', id: 1, details: {} },
      { action: 'invite-withdrawn', by: 1, subject: 'invite', id: 1, details: {} },
      { action: 'colleague-invited', by: 1, subject: 'invite', id: 2, details: { role: 'helper' } },
      { action: 'colleague-joined', by: 2, subject: 'user', id: 2, details: { role: 'helper' } },
      { action: 'signed-in', by: 2, subject: null, id: null, details: { with: 'new-account' } },
      { action: 'role-changed', by: 1, subject: 'user', id: 2, details: { from: 'helper', to: 'editor' } },
      { action: 'access-ended', by: 1, subject: 'user', id: 2, details: {} },
      { action: 'access-restored', by: 1, subject: 'user', id: 2, details: {} },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Jo Field|example/)
    expect(url).toContain('/join/')
  })
})

test('with a mail server, the invitation is sent', async () => {
  const { invite } = await startOffice({ SMTP_URL: 'smtp://127.0.0.1:9' })
  expect((await invite()).delivery).toBe('sent')
})

test('a user sets their display name, which history shows, for users who are gone, too', async () => {
  const { server, owner, ask } = await startOffice()
  const hana = await server.signIn({ username: 'Hana', role: 'editor' })
  const post = { title: 'Names', content: '<p>Who wrote this?</p>' }
  expect((await ask(hana, 'POST', '/api/blog', post)).status).toBe(201)
  const savedBy = async () =>
    (await ask<{ savedBy: string }[]>(owner, 'GET', '/api/blog/1/revisions')).body[0]?.savedBy
  expect(await savedBy()).toBe('Hana')
  const { body } = await ask(hana, 'PUT', '/api/account/profile', { displayName: ' Hana Miller ' })
  expect(body).toMatchObject({ user: { displayName: 'Hana Miller', defaultAuthor: 'Hana Miller' } })
  expect(await savedBy()).toBe('Hana Miller')
  await ask(owner, 'DELETE', '/api/team/2/access')
  expect(await savedBy()).toBe('Hana Miller')
  expect((await ask(hana, 'PUT', '/api/account/profile', { displayName: 'Back' })).status).toBe(401)

  // The first account writes as "Admin" until its user sets a name for posts. What is left out stays.
  const save = async (profile: object) =>
    (await ask<{ user: object }>(owner, 'PUT', '/api/account/profile', profile)).body.user
  expect(await save({ displayName: 'Ann', email: 'ann@hope.example' })).toMatchObject({
    displayName: 'Ann',
    email: 'ann@hope.example',
    defaultAuthor: 'Admin',
  })
  expect(await save({ displayName: 'Ann', byline: 'Ann of Hope' })).toMatchObject({
    email: 'ann@hope.example',
    defaultAuthor: 'Ann of Hope',
  })
  expect(await save({ displayName: '', byline: '', email: '' })).toMatchObject({
    email: null,
    defaultAuthor: 'Admin',
  })
  const taken = { displayName: 'Ann', email: 'HANA@example.org' }
  await server.query(`update users set email = 'hana@example.org' where username = 'Hana'`)
  expect((await ask(owner, 'PUT', '/api/account/profile', taken)).status).toBe(422)
  expect((await ask(owner, 'PUT', '/api/account/profile', { displayName: 'x'.repeat(101) })).status).toBe(400)
})
