import { expect, test } from 'vitest'
import { recordActivity } from '../../../features/posts/server/actions.ts'
import { readAllPages } from '../../../tests/helpers/read-all-pages.ts'
import { startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { ActivityLine } from '../../contract/activity.ts'
import { paths } from '../../contract/paths.ts'

const readPages = ({ send }: TestServer, cookie: string, query: string) =>
  readAllPages<ActivityLine>(send, `/api/settings/activity?${query}`, cookie)

/** Rows of three users, one in each hour since the start of March 20 in New York */
async function fill(server: TestServer): Promise<void> {
  await server.query(
    `insert into activity (at, kind, action, actor, user_id, subject, subject_id)
     select timestamptz '2026-03-20 04:00:00Z' + n * interval '1 hour',
       case when n % 2 = 0 then 'post' else 'sign-in' end, case when n % 2 = 0 then 'post-trashed' else 'signed-out' end,
       'user', n % 3 + 1, case when n % 2 = 0 then 'post' end, case when n % 2 = 0 then n end
     from generate_series(0, 71) as n`,
  )
}

test('lists rows newest first, page by page, with every filter', async () => {
  const { server, cookie } = await startSignedIn({ env: { TIME_ZONE: 'America/New_York' } })
  await fill(server)
  const all = await readPages(server, cookie, 'limit=10')
  expect(all).toHaveLength(72)
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  expect(all[0]).toMatchObject({ text: 'Signed out', user: { id: 3, name: null }, about: null })
  expect(all[1]).toMatchObject({ text: 'Moved a post to the trash', about: { subject: 'post', id: 70 } })

  const ofUser = await readPages(server, cookie, 'limit=10&user=1')
  expect(ofUser).toEqual(all.filter(({ user }) => user?.id === 1))
  expect(ofUser.find(({ user }) => user?.name !== 'Ann Admin')).toBeUndefined()
  expect(await readPages(server, cookie, 'limit=10&kind=post')).toEqual(
    all.filter(({ kind }) => kind === 'post'),
  )
  const day = await readPages(server, cookie, 'limit=10&from=2026-03-21&to=2026-03-21')
  expect(day.map(({ at }) => at)).toEqual(
    all.map(({ at }) => at).filter((at) => at >= '2026-03-21T04:00' && at < '2026-03-22T04:00'),
  )
  expect(day).toHaveLength(24)
  expect(await readPages(server, cookie, 'user=2&kind=post&from=2026-03-22')).toHaveLength(4)
})

test('shows what a feature recorded that is gone', async () => {
  const { server, cookie } = await startSignedIn()
  await server.query(
    `insert into activity (kind, action, actor, subject, subject_id) values ('poll', 'poll-ended', 'server', 'poll', 3)`,
  )
  const [line] = await readPages(server, cookie, 'limit=10')
  expect(line).toMatchObject({ text: 'poll-ended', about: { subject: 'poll', id: 3, name: null } })
})

test('refuses an unknown filter, an editor, and a visitor', async () => {
  const { server, cookie } = await startSignedIn()
  expect((await server.send('/api/settings/activity?kind=nonsense', { cookie })).status).toBe(400)
  expect((await server.send('/api/settings/activity?from=yesterday', { cookie })).status).toBe(400)
  for (const path of ['/api/settings/activity', paths.api.activityFile])
    expect((await server.send(path)).status).toBe(401)
  const editor = await server.signIn({ username: 'Eve', role: 'editor' })
  for (const path of ['/api/settings/activity', '/api/settings/activity/users', paths.api.activityFile])
    expect((await server.send(path, { cookie: editor })).status).toBe(403)
})

test('the CSV file has the rows of the filter, and no cell is a formula', async () => {
  const { server, cookie } = await startSignedIn({ env: { TIME_ZONE: 'America/New_York' } })
  await fill(server)
  await server.query(`update users set username = '=1+1' where id = 1`)
  const response = await server.send(`${paths.api.activityFile}?user=1&kind=post`, { cookie })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, ...lines] = (await response.text()).trim().split('\r\n')
  expect(head).toContain('"Time","Time zone","Kind","Activity","About","By","User"')
  expect(lines).toHaveLength(12)
  expect(lines[0]).toBe(
    `"2026-03-22 18:00","Eastern Time","Posts and media","Moved a post to the trash","Post 66","'=1+1","1","","67","2026-03-22T22:00:00.000Z"`,
  )
  const [newest] = await readPages(server, cookie, 'limit=1')
  expect(newest).toMatchObject({ text: 'Downloaded the list of activity', user: { id: 1 } })
})

test('the CSV file is complete with more rows than a batch', async () => {
  const { server, cookie } = await startSignedIn()
  await server.query(
    `insert into activity (kind, action, actor) select 'backup', 'backup-made', 'server' from generate_series(1, 1203)`,
  )
  const file = await (await server.send(paths.api.activityFile, { cookie })).text()
  expect(new Set(file.trim().split('\r\n')).size).toBe(1204)
})

test('names of users and titles of posts are looked up when the list is read', async () => {
  const { server, cookie } = await startSignedIn()
  const json = { title: 'Hello', content: '<p>World</p>' }
  await server.send('/api/blog', { cookie, json })
  const by = { id: 1, tokenId: 5 }
  await recordActivity(server.instance.db, { action: 'post-trashed', by, about: ['post', 1] })
  const [line] = await readPages(server, cookie, 'limit=1')
  expect(line).toMatchObject({
    actor: 'user',
    user: { id: 1, name: 'Ann Admin' },
    token: { id: 5 },
    about: { subject: 'post', id: 1, name: 'Hello' },
  })
})

test('an invited colleague is named, too', async () => {
  const { server, cookie } = await startSignedIn()
  const json = { displayName: 'Jo Field', email: 'jo@example.org', role: 'helper' }
  expect((await server.send('/api/team/invites', { cookie, json })).status).toBe(201)
  const [line] = await readPages(server, cookie, 'kind=team&limit=1')
  expect(line).toMatchObject({
    text: 'Invited a colleague as helper',
    about: { subject: 'invite', id: 1, name: 'Jo Field' },
  })
})

test('a section is named by its title', async () => {
  const { server, cookie } = await startSignedIn()
  await server.query(
    `insert into activity (kind, action, actor, user_id, details)
     values ('site', 'section-reset', 'user', 1, '{"section":"look"}')`,
  )
  expect(await readPages(server, cookie, 'limit=10')).toMatchObject([
    { text: 'Went back to the original of “Look”' },
  ])
})
