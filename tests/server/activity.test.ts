import { expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { featureSwitchUpdate } from '../../core/contract/feature-switches.ts'
import { mailSettingsUpdate } from '../../core/contract/mail-settings.ts'
import { organizationRead, organizationUpdate } from '../../core/contract/organization.ts'
import { paths } from '../../core/contract/paths.ts'
import { todaySettingsUpdate } from '../../core/contract/today.ts'
import { catalogOf } from '../../core/server/activity/activity-lines.ts'
import { aiSettingsUpdate } from '../../features/assistant/contract/ai-settings.ts'
import { backupPaths } from '../../features/backups/contract/backup-paths.ts'
import { backupCreate } from '../../features/backups/contract/backups.ts'
import { recordMadeByCommand } from '../../features/backups/server/run-backup.ts'
import { shareCalendar } from '../../features/calendar/testing/recorded-calendar.ts'
import {
  aiConnectionUpdate,
  connectionDelete,
  mailConnectionUpdate,
  speechConnectionUpdate,
} from '../../features/connections/contract/connections.ts'
import { commentCreate, commentDelete } from '../../features/guests/contract/reviews.ts'
import { insightsPaths } from '../../features/insights/contract/insights-paths.ts'
import { fileDelete } from '../../features/media/contract/files.ts'
import { mediaDelete } from '../../features/media/contract/media.ts'
import { noteCreate, noteDelete, personDelete, personRestore } from '../../features/people/contract/people.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { planSettingsUpdate } from '../../features/people/contract/plan.ts'
import { postRestore, postSave, postTrash, postUpdate } from '../../features/posts/contract/posts.ts'
import { privacyPaths } from '../../features/privacy/contract/privacy-paths.ts'
import {
  draftsSettle,
  sectionReset,
  sectionSave,
} from '../../features/site/contract/site-content/section-api.ts'
import { topicsUpdate } from '../../features/site/contract/topics.ts'
import { loadTesting } from '../helpers/feature-testing.ts'
import {
  canaryPost,
  type RecordedDay,
  type RecordedPart,
  rowBy,
  rowOf,
  startDay,
} from '../helpers/recorded-day.ts'
import { changeSecondFactors, changeTeam, signInAndOut, usePasskeys, useTokens } from './recorded-accounts.ts'

const parts = await loadTesting<RecordedPart>('recorded-part.ts', 'recorded')

// Everything that someone types on this day contains this word, so that it can be searched for.
const canary = /canary|correct horse/i

test('a day: every action is recorded exactly once, in numbers, times, and our own words only', async () => {
  const day = await startDay()
  const secrets: string[] = []
  const cookie = await signInAndOut(day, secrets)
  await changeSettings(day, cookie)
  await changeSections(day, cookie)
  await changeConnections(day, cookie, secrets)
  await changePosts(day, cookie)
  await changePeople(day, cookie)
  await exportLists(day, cookie)
  await shareCalendar(day, cookie, secrets)
  for (const part of parts) await part.pass(day, cookie, secrets)
  await makeBackups(day, cookie)
  await useTokens(day, cookie, secrets)
  await changeSecondFactors(day, cookie, secrets)
  await usePasskeys(day, cookie, secrets)
  await changeTeam(day, cookie, secrets)
  await expectNothingPrivate(day, cookie, secrets)

  expect(
    Object.keys(catalogOf(features).actions)
      .filter((action) => !day.seen.has(action))
      .sort(),
  ).toEqual([...testedElsewhere, ...parts.flatMap((part) => part.testedElsewhere ?? [])].sort())
  const writes = day.instance.app.routeTable
    .filter(({ audience, method }) => audience === 'admin' && !['GET', 'HEAD'].includes(method))
    .map(({ method, url }) => `${method} ${url}`)
  expect(writes.filter((write) => !day.requested.has(write)).sort()).toEqual(
    [...unrecorded, ...parts.flatMap((part) => part.unrecorded ?? [])].sort(),
  )
})

async function changeSettings({ newRows, ...day }: RecordedDay, cookie: string) {
  const { organisation } = await (await day.do(organizationRead, { cookie })).json()
  await day.do(organizationUpdate, { cookie, body: { ...organisation, name: 'Canary Inc.' } })
  await day.do(mailSettingsUpdate, { cookie, body: { leadNotices: 'daily' } })
  await day.do(aiSettingsUpdate, { cookie, body: { houseStyle: 'CANARY', largestAddedShare: 20 } })
  await day.do(topicsUpdate, { cookie, body: { topics: ['CANARY'] } })
  await day.do(topicsUpdate, { cookie, body: { topics: [] } })
  await day.do(planSettingsUpdate, { cookie, body: { emailLink: true } })
  await day.do(todaySettingsUpdate, { cookie, body: { isMailed: true } })
  expect(await newRows()).toEqual(
    ['organization', 'mail', 'ai', 'topics', 'topics', 'plan', 'today'].map((setting) =>
      rowOf('setting-changed', null, { setting }),
    ),
  )
  const name = features.find(({ optional }) => optional)?.optional?.name ?? ''
  await day.do(featureSwitchUpdate, { cookie, params: { name }, body: { isOn: false } })
  await day.do(featureSwitchUpdate, { cookie, params: { name }, body: { isOn: true } })
  expect(await newRows()).toEqual(
    [false, true].map((isOn) => rowOf('feature-switched', null, { feature: name, isOn })),
  )
}

async function changeSections({ act, newRows, ...day }: RecordedDay, cookie: string) {
  const params = { section: 'community' }
  const words = { title: 'Canary title', lead: 'CANARY lead', button: 'CANARY button' }
  const clickTwice = async (endpoint: Endpoint, body: object) => {
    for (let click = 0; click < 2; click++) await day.do(endpoint, { cookie, params, body })
    return newRows()
  }
  expect(await clickTwice(sectionSave, { version: 0, value: words, isPublished: false })).toEqual([])
  expect(await clickTwice(sectionReset, { version: 1, to: 'published' })).toEqual([])
  const published = rowOf('section-published', null, { section: 'community' })
  expect(await clickTwice(sectionSave, { version: 2, value: words, isPublished: true })).toEqual([published])
  const stale = { version: 1, value: { ...words, title: 'Canary' }, isPublished: true }
  expect((await act(sectionSave, { cookie, params, body: stale })).status).toBe(409)
  expect(await newRows()).toEqual([])
  const draft = { version: 3, value: { ...words, title: 'Canary draft' }, isPublished: false }
  expect(await clickTwice(sectionSave, draft)).toEqual([])
  const drafts = { drafts: [{ section: 'community', version: 4 }], isPublished: true }
  for (let click = 0; click < 2; click++) await day.do(draftsSettle, { cookie, body: drafts })
  expect(await newRows()).toEqual([published])
  const reset = rowOf('section-reset', null, { section: 'community' })
  expect(await clickTwice(sectionReset, { version: 5, to: 'original' })).toEqual([reset])
}

async function changeConnections({ newRows, ...day }: RecordedDay, cookie: string, secrets: string[]) {
  const secret = 'CANARY-secret'
  secrets.push(secret)
  const address = 'http://127.0.0.1:9/canary'
  const mail = { host: '127.0.0.1', port: 9, security: 'none', user: 'canary' }
  const ai = { provider: 'openai-compatible', address, model: 'canary' }
  const noPrices = { priceIn: null, priceOut: null, monthlyBudget: null }
  const sender = { senderName: 'Canary', senderAddress: 'canary@example.org' }
  await day.do(mailConnectionUpdate, { cookie, body: { values: { ...mail, ...sender }, secret } })
  await day.do(aiConnectionUpdate, { cookie, body: { values: { ...ai, ...noPrices }, secret } })
  await day.do(speechConnectionUpdate, { cookie, body: { values: { address, model: 'canary' }, secret } })
  const kinds = ['mail', 'ai', 'speech']
  const rows = (action: string) => kinds.map((connection) => rowOf(action, null, { connection }))
  expect(await newRows()).toEqual(rows('connection-changed'))
  for (const kind of kinds)
    for (let click = 0; click < 2; click++) await day.do(connectionDelete, { cookie, params: { kind } })
  expect(await newRows()).toEqual(rows('connection-removed'))
}

async function changePosts({ act, newRows, query, ...day }: RecordedDay, cookie: string) {
  let post = await (await day.do(postSave, { cookie, body: canaryPost })).json()
  const save = async (changes: object) => {
    const body = { ...canaryPost, version: post.version, ...changes }
    const saved = await day.do(postUpdate, { cookie, params: { id: post.id }, body })
    post = await saved.json()
    // The same request again, as after a lost response
    await day.do(postUpdate, { cookie, params: { id: post.id }, body })
    return newRows()
  }
  expect(await save({ title: 'Canary, changed' })).toEqual([])
  expect(await save({ isPublished: true })).toEqual([rowOf('post-published', 'post 1')])
  expect(await save({ title: 'Canary, changed again' })).toEqual([])
  expect(await save({ isPublished: false })).toEqual([rowOf('post-unpublished', 'post 1')])
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await day.do(postSave, { cookie, body: { ...canaryPost, isPublished: true, publishedAt: later } })
  expect(await newRows()).toEqual([rowOf('post-scheduled', 'post 2', { for: later })])
  for (let click = 0; click < 2; click++) await day.do(postTrash, { cookie, params: { id: 2 } })
  expect(await newRows()).toEqual([rowOf('post-trashed', 'post 2')])
  for (let click = 0; click < 2; click++) await day.do(postRestore, { cookie, params: { id: 2 } })
  expect(await newRows()).toEqual([rowOf('post-restored', 'post 2')])
  await day.do(postTrash, { cookie, params: { id: 1 } })
  post.version++
  expect(await newRows()).toEqual([rowOf('post-trashed', 'post 1')])
  // A save takes a post out of the trash.
  expect(await save({ isPublished: true })).toEqual([
    rowOf('post-restored', 'post 1'),
    rowOf('post-published', 'post 1'),
  ])
  await query(
    `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at, created_by)
     values (repeat('ab', 16), 'canary.jpg', 'image/jpeg', 1, '{1}', 1, 1, 'CANARY', '#fff', now(), 1)`,
  )
  await day.do(mediaDelete, { cookie, params: { id: 1 } })
  expect(await newRows()).toEqual([rowOf('picture-deleted', 'picture 1')])
  await query(
    `insert into files (name, file_name, original_name, mime, bytes, sha256, ready_at, created_by)
     values (repeat('cd', 16), 'canary.pdf', 'CANARY.pdf', 'application/pdf', 1, 'ab', now(), 1)`,
  )
  await day.do(fileDelete, { cookie, params: { id: 1 } })
  expect(await newRows()).toEqual([rowOf('file-deleted', 'file 1')])
  await query(
    `insert into author_invites (email, name, expires_at) values ('canary@example.org', 'Canary', now())`,
  )
  const comment = { paragraph: 0, quote: 'CANARY', text: 'CANARY comment' }
  await day.do(commentCreate, { cookie, params: { id: 1 }, body: comment })
  const params = { id: 1, commentId: 1 }
  await day.do(commentDelete, { cookie, params })
  expect((await act(commentDelete, { cookie, params })).status).toBe(404)
  expect(await newRows()).toEqual([rowOf('comment-deleted', 'comment 1')])
}

async function changePeople({ act, newRows, query, send, ...day }: RecordedDay, cookie: string) {
  const join = (json: object) => send('/api/training-waitlist', { json })
  await join({ name: 'Canary Person', email: 'canary@example.org', message: 'CANARY message' })
  await join({ name: 'Canary Bot', email: 'canary-bot@example.org', website: 'x' })
  await send('/api/contact', { json: { name: 'Canary', company: 'Shop', email: 'canary2@example.org' } })
  await day.do(noteCreate, { cookie, params: { form: 'waitlist', id: 1 }, body: { text: 'CANARY note' } })
  await day.do(noteDelete, { cookie, params: { id: 1 } })
  expect((await act(noteDelete, { cookie, params: { id: 1 } })).status).toBe(404)
  expect(await newRows()).toEqual([rowOf('note-deleted', 'note 1')])
  const clickTwice = async (endpoint: Endpoint, form: string, id: number) => {
    for (let click = 0; click < 2; click++) await day.do(endpoint, { cookie, params: { form, id } })
    return newRows()
  }
  expect(await clickTwice(personDelete, 'waitlist', 1)).toEqual([rowOf('person-deleted', 'waitlist 1')])
  expect(await clickTwice(personRestore, 'waitlist', 1)).toEqual([rowOf('person-restored', 'waitlist 1')])
  expect(await clickTwice(personDelete, 'waitlist', 2)).toEqual([rowOf('spam-deleted', 'waitlist 2')])
  expect(await clickTwice(personRestore, 'waitlist', 2)).toEqual([rowOf('spam-restored', 'waitlist 2')])
  expect(await clickTwice(personDelete, 'contact', 1)).toEqual([rowOf('person-deleted', 'contact 1')])
  await query(
    `insert into data_links (token_hash, email, expires_at)
     values (encode(sha256('token'), 'hex'), 'canary@example.org', now() + interval '1 day')`,
  )
  for (let click = 0; click < 2; click++) await send(privacyPaths.dataLink('token'), { form: {} })
  expect(await newRows()).toEqual([rowBy('visitor', 'own-data-erased')])
}

async function exportLists({ newRows, send }: RecordedDay, cookie: string) {
  // Nothing is downloaded by a request for the headers only.
  for (const path of [peoplePaths.exportCsv, paths.api.activityFile])
    expect((await send(path, { method: 'HEAD', cookie })).status).toBe(405)
  expect(await newRows()).toEqual([])
  const files = [peoplePaths.exportCsv, insightsPaths.csv('posts')]
  for (const path of [...files, paths.api.activityFile])
    expect((await send(path, { cookie })).status).toBe(200)
  expect(await newRows()).toEqual([
    rowOf('people-exported'),
    rowOf('insights-exported', null, { report: 'posts' }),
    rowOf('activity-exported'),
  ])
}

async function makeBackups({ newRows, send, connectionString, ...day }: RecordedDay, cookie: string) {
  const [backup] = (await (await day.do(backupCreate, { cookie })).json()).backups
  expect(await newRows()).toEqual([rowOf('backup-made')])
  expect((await send(backupPaths.file(backup.name), { cookie })).status).toBe(200)
  expect(await newRows()).toEqual([rowOf('backup-downloaded', null, { madeAt: backup.madeAt })])
  await recordMadeByCommand(connectionString)
  expect(await newRows()).toEqual([rowBy('command', 'backup-made')])
}

async function expectNothingPrivate({ query, send }: RecordedDay, cookie: string, secrets: string[]) {
  const table = JSON.stringify(await query('select action, actor, user_id, subject, details from activity'))
  const file = await (await send(paths.api.activityFile, { cookie })).text()
  expect(file.trim().split('\r\n').length).toBeGreaterThan(50)
  const hashes = await query<{ hash: string }>(
    `select token_hash as hash from sessions union all select token_hash from known_devices
     union all select token_hash from api_tokens union all select password from users`,
  )
  // The file names users, the table does not.
  expect(file).toContain('"Cleo C."')
  expect(table).not.toMatch(/cleo|ann admin/i)
  for (const held of [table, file]) {
    expect(held).not.toMatch(canary)
    expect(held).not.toContain('@example')
    for (const secret of [...secrets, ...hashes.map(({ hash }) => hash)]) expect(held).not.toContain(secret)
  }
}

/**
 * A restore and a new key need more than a request (features/backups/server/after-restore.test.ts,
 * core/server/secrets/rotate.test.ts).
 */
const testedElsewhere: string[] = ['backup-restored', 'secret-key-rotated']

/**
 * Endpoints and forms that change nothing that Activity records, because lists and revisions show what they change, or
 * that change it by the same functions as the endpoints above
 */
const unrecorded = [
  'DELETE /api/calendar/blocked/:id',
  'DELETE /api/calendar/files/:id',
  'DELETE /api/letter-templates/:id',
  'DELETE /api/people/:form/:id/next-step',
  'DELETE /api/blog/:id/preview-links',
  'DELETE /api/settings/samples',
  'PATCH /api/people/:form/:id',
  'PATCH /api/account/passkeys/:id',
  `POST ${paths.adminPassword}`,
  `POST ${paths.adminSimple}`,
  `POST ${paths.adminSimpleAuthors}`,
  'POST /api/ai/check',
  'POST /api/ai/enhance-content',
  'POST /api/ai/generate-excerpt',
  'POST /api/ai/generate-post',
  'POST /api/ai/suggestions',
  'POST /api/ai/transcribe',
  'POST /api/author/invite',
  'POST /api/calendar/blocked',
  'POST /api/calendar/files',
  'POST /api/letter-templates',
  'POST /api/people/:form/:id/letters',
  'POST /api/people/:form/:id/letters/draft',
  'POST /api/people/:form/:id/letters/preview',
  'POST /api/people/:form/:id/next-step/done',
  'POST /api/people/waitlist/:entryId/plan/links',
  'POST /api/settings/connections/ai/models',
  'POST /api/settings/connections/speech/models',
  'POST /api/settings/connections/ai/test',
  'POST /api/settings/connections/mail/test',
  'POST /api/settings/connections/speech/test',
  'POST /api/blog/disclosure',
  'POST /api/blog/preview',
  'POST /api/files',
  'POST /api/blog/generate-ai-content',
  'POST /api/media',
  'POST /api/news/:list',
  'POST /api/outbox/:id/again',
  'POST /api/outbox/:id/handed-over',
  'POST /api/blog/:id/preview-links',
  'POST /api/author/invites/:id/request-changes',
  'POST /api/author/invites/:id/resend',
  'POST /api/blog/:id/revisions/:revisionId/restore',
  'POST /api/author/invites/:id/revoke',
  'POST /api/settings/samples',
  'POST /api/site/sections/:section/preview',
  'POST /api/outbox/test',
  'PUT /api/calendar/blocked/:id',
  'PUT /api/get-started',
  'PUT /api/letter-templates/:id',
  'PUT /api/media/:id',
  'PUT /api/people/:form/:id/next-step',
  'PUT /api/people/waitlist/:entryId/plan',
]
