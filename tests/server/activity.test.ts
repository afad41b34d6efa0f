import { expect, test } from 'vitest'
import { accountSessionEnd, passwordUpdate } from '../../contracts/account.ts'
import { type ActivityAction, activityActions } from '../../contracts/activity-catalog.ts'
import { aiSettingsUpdate } from '../../contracts/ai-settings.ts'
import { othersTokenRevoke, tokenCreate, tokenRevoke } from '../../contracts/api-tokens.ts'
import { backupCreate } from '../../contracts/backups.ts'
import type { Endpoint } from '../../contracts/endpoint.ts'
import { mailSettingsUpdate } from '../../contracts/mail-settings.ts'
import { mediaDelete } from '../../contracts/media.ts'
import {
  issuePause,
  issueResume,
  issueStart,
  subscriberErase,
  subscriberImport,
  subscriberRemove,
} from '../../contracts/newsletter.ts'
import { organizationRead, organizationUpdate } from '../../contracts/organization.ts'
import {
  passkeyChallengeCreate,
  passkeyCreate,
  passkeyDelete,
  passkeyOptionsCreate,
  passkeySessionCreate,
} from '../../contracts/passkeys.ts'
import { passwordLinkCreate } from '../../contracts/password-links.ts'
import { paths } from '../../contracts/paths.ts'
import { noteCreate, noteDelete, personDelete, personRestore } from '../../contracts/people.ts'
import { postRestore, postSave, postTrash, postUpdate } from '../../contracts/posts.ts'
import { commentCreate, commentDelete } from '../../contracts/reviews.ts'
import {
  accountConfirm,
  factorPolicyUpdate,
  recoveryCodesRenew,
  totpConfirm,
  totpDelete,
  totpStart,
  userFactorReset,
} from '../../contracts/second-factor.ts'
import { sessionCreate, sessionDelete } from '../../contracts/session.ts'
import {
  memberAccessEnd,
  memberAccessRestore,
  memberRoleUpdate,
  profileUpdate,
  teamInviteCreate,
  teamInviteRenew,
  teamInviteRevoke,
} from '../../contracts/team.ts'
import { topicsUpdate } from '../../contracts/topics.ts'
import { createFirstAdmin, resetPassword } from '../../server/accounts/accounts.ts'
import { recordMadeByCommand } from '../../server/backups/record-made.ts'
import { type RecordedDay, rowBy, rowOf, startDay } from '../helpers/recorded-day.ts'
import { createSoftwarePasskey, localSite } from '../helpers/software-passkey.ts'
import { cookiesOf } from '../helpers/test-server.ts'
import { codeOf } from '../helpers/totp.ts'

// Everything that someone types on this day contains this word, so that it can be searched for.
const canary = /canary|correct horse/i
const username = 'Ann Admin'
const password = 'CANARY correct horse battery'
const text = {
  title: 'Canary title',
  content: '<p>CANARY text</p>',
  excerpt: 'CANARY excerpt',
  tags: ['canary'],
}

test('a day: every action is recorded exactly once, in numbers, times, and our own words only', async () => {
  const day = await startDay()
  const secrets: string[] = []
  const cookie = await signInAndOut(day, secrets)
  await changeSettings(day, cookie)
  await changePosts(day, cookie)
  await changePeople(day, cookie)
  await sendNewsletter(day, cookie)
  await exportLists(day, cookie)
  await makeBackups(day, cookie)
  await useTokens(day, cookie, secrets)
  await changeSecondFactors(day, cookie, secrets)
  await usePasskeys(day, cookie, secrets)
  await changeTeam(day, cookie, secrets)
  await expectNothingPrivate(day, cookie, secrets)

  expect(activityActions.filter((action) => !day.seen.has(action)).sort()).toEqual(testedElsewhere.sort())
  const writes = day.instance.app.routeTable
    .filter(({ audience, method }) => audience === 'admin' && !['GET', 'HEAD'].includes(method))
    .map(({ method, url }) => `${method} ${url}`)
  expect(writes.filter((write) => !day.requested.has(write)).sort()).toEqual(unrecorded.sort())
})

/** Returns the cookies of the owner for the rest of the day. */
async function signInAndOut({ act, newRows, send, instance, ...day }: RecordedDay, secrets: string[]) {
  await createFirstAdmin(instance.db, { username, password: `${password}!` })
  await resetPassword(instance.db, username, password)
  expect(await newRows()).toEqual([
    rowBy('server', 'user-created', 'user 1'),
    rowBy('command', 'password-reset', 'user 1'),
  ])
  const signIn = (name: string, secret: string) =>
    act(sessionCreate, { body: { username: name, password: secret } })
  expect((await signIn('CANARY typed as a name', password)).status).toBe(401)
  expect((await signIn(username, 'CANARY wrong')).status).toBe(401)
  const failed = rowBy('visitor', 'sign-in-failed', null, { attempt: 1 })
  expect(await newRows()).toEqual([failed, { ...failed, user: 1 }])
  const phone = cookiesOf(await signIn(username, password))
  const cookie = cookiesOf(await signIn(username.toLowerCase(), password))
  const signedIn = rowOf('signed-in', null, { with: 'password' })
  expect(await newRows()).toEqual([signedIn, signedIn])

  const sessions: { id: string; current: boolean }[] = await (
    await send(paths.api.sessions, { cookie })
  ).json()
  const other = sessions.find(({ current }) => !current)
  await day.do(accountSessionEnd, { cookie, params: { id: other?.id } })
  expect((await send(paths.api.sessions, { cookie: phone })).status).toBe(401)
  expect(await newRows()).toEqual([rowOf('session-ended')])
  const next = `${password} staple`
  const changed = cookiesOf(await day.do(passwordUpdate, { cookie, body: { current: password, next } }))
  expect(await newRows()).toEqual([rowOf('password-changed')])
  for (let click = 0; click < 2; click++) await day.do(sessionDelete, { cookie: changed })
  expect(await newRows()).toEqual([rowOf('signed-out')])
  const owner = cookiesOf(await signIn(username, next))
  expect(await newRows()).toEqual([signedIn])
  secrets.push(...[phone, cookie, changed, owner].flatMap(readTokens))
  expect(secrets.length).toBeGreaterThan(4)
  return owner
}

async function changeSettings({ newRows, ...day }: RecordedDay, cookie: string) {
  const { organisation } = await (await day.do(organizationRead, { cookie })).json()
  await day.do(organizationUpdate, { cookie, body: { ...organisation, name: 'Canary Inc.' } })
  await day.do(mailSettingsUpdate, { cookie, body: { leadNotices: 'daily' } })
  await day.do(aiSettingsUpdate, { cookie, body: { houseStyle: 'CANARY', largestAddedShare: 20 } })
  await day.do(topicsUpdate, { cookie, body: { topics: ['CANARY'] } })
  await day.do(topicsUpdate, { cookie, body: { topics: [] } })
  expect(await newRows()).toEqual(
    ['organization', 'mail', 'ai', 'topics', 'topics'].map((setting) =>
      rowOf('setting-changed', null, { setting }),
    ),
  )
}

async function changePosts({ act, newRows, query, ...day }: RecordedDay, cookie: string) {
  let post = await (await day.do(postSave, { cookie, body: text })).json()
  const save = async (changes: object) => {
    const body = { ...text, version: post.version, ...changes }
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
  await day.do(postSave, { cookie, body: { ...text, isPublished: true, publishedAt: later } })
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
  const join = (json: object) => send(paths.api.trainingWaitlist, { json })
  await join({ name: 'Canary Person', email: 'canary@example.org', message: 'CANARY message' })
  await join({ name: 'Canary Bot', email: 'canary-bot@example.org', website: 'x' })
  await send(paths.api.contact, { json: { name: 'Canary', company: 'Shop', email: 'canary2@example.org' } })
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
  for (let click = 0; click < 2; click++) await send(paths.dataLink('token'), { form: {} })
  expect(await newRows()).toEqual([rowBy('visitor', 'own-data-erased')])
}

async function sendNewsletter({ act, newRows, ...day }: RecordedDay, cookie: string) {
  const body = { addresses: 'canary3@example.org\ncanary4@example.org', consent: 'CANARY consent' }
  await day.do(subscriberImport, { cookie, body })
  expect(await newRows()).toEqual([rowOf('subscribers-imported', null, { added: 2 })])
  await day.do(issueStart, { cookie, body: { postId: 1 } })
  expect((await act(issueStart, { cookie, body: { postId: 1 } })).status).toBe(422)
  expect(await newRows()).toEqual([rowOf('issue-started', 'issue 1', { copies: 2 })])
  for (let click = 0; click < 2; click++) await act(issuePause, { cookie, params: { id: 1 } })
  for (let click = 0; click < 2; click++) await act(issueResume, { cookie, params: { id: 1 } })
  expect(await newRows()).toEqual([rowOf('issue-paused', 'issue 1'), rowOf('issue-resumed', 'issue 1')])
  for (let click = 0; click < 2; click++) await day.do(subscriberRemove, { cookie, params: { id: 1 } })
  expect(await newRows()).toEqual([rowOf('subscriber-removed', 'subscriber 1')])
  await day.do(subscriberErase, { cookie, params: { id: 1 } })
  expect((await act(subscriberErase, { cookie, params: { id: 1 } })).status).toBe(404)
  expect(await newRows()).toEqual([rowOf('subscriber-erased', 'subscriber 1')])
}

async function exportLists({ newRows, send }: RecordedDay, cookie: string) {
  // Nothing is downloaded by a request for the headers only.
  for (const path of [paths.api.peopleExport, paths.api.subscribersFile, paths.api.activityFile])
    expect((await send(path, { method: 'HEAD', cookie })).status).toBe(405)
  expect(await newRows()).toEqual([])
  const files = [paths.api.peopleExport, paths.api.subscribersFile, paths.api.insightsCsv('posts')]
  for (const path of [...files, paths.api.activityFile])
    expect((await send(path, { cookie })).status).toBe(200)
  expect(await newRows()).toEqual([
    rowOf('people-exported'),
    rowOf('subscribers-exported'),
    rowOf('insights-exported', null, { report: 'posts' }),
    rowOf('activity-exported'),
  ])
}

async function makeBackups({ newRows, send, connectionString, ...day }: RecordedDay, cookie: string) {
  const [backup] = (await (await day.do(backupCreate, { cookie })).json()).backups
  expect(await newRows()).toEqual([rowOf('backup-made')])
  expect((await send(paths.api.backup(backup.name), { cookie })).status).toBe(200)
  expect(await newRows()).toEqual([rowOf('backup-downloaded', null, { madeAt: backup.madeAt })])
  await recordMadeByCommand(connectionString)
  expect(await newRows()).toEqual([rowBy('command', 'backup-made')])
}

async function useTokens({ newRows, send, signIn, ...day }: RecordedDay, cookie: string, secrets: string[]) {
  const body = { name: 'Canary token', scopes: ['publish'], days: 7 }
  const { secret } = await (await day.do(tokenCreate, { cookie, body })).json()
  secrets.push(secret)
  const headers = { authorization: `Bearer ${secret}` }
  const { version } = await (await send(`${paths.api.blog}/1?by=id`, { headers })).json()
  await day.do(postUpdate, { headers, params: { id: 1 }, body: { ...text, version, isPublished: false } })
  const helper = await signIn({ username: 'Hal', role: 'helper' })
  await day.do(tokenCreate, { cookie: helper, body: { ...body, scopes: ['read-posts'] } })
  await day.do(othersTokenRevoke, { cookie, params: { id: 2 } })
  await day.do(tokenRevoke, { cookie, params: { id: 1 } })
  expect(await newRows()).toEqual([
    rowOf('token-created', 'token 1', { days: 7 }),
    { ...rowOf('token-used', 'token 1'), token: 1 },
    { ...rowOf('post-unpublished', 'post 1'), token: 1 },
    rowOf('token-created', 'token 2', { days: 7 }, 2),
    rowOf('token-revoked', 'token 2'),
    rowOf('token-revoked', 'token 1'),
  ])
}

async function changeSecondFactors({ act, newRows, ...day }: RecordedDay, cookie: string, secrets: string[]) {
  const ofPassword = { username, password: `${password} staple` }
  await day.do(accountConfirm, { cookie, body: { password: ofPassword.password } })
  const { secret } = await (await day.do(totpStart, { cookie })).json()
  expect(await newRows()).toEqual([])
  const code = await codeOf(secret)
  await day.do(totpConfirm, { cookie, body: { code } })
  expect(await newRows()).toEqual([rowOf('codes-turned-on'), rowOf('recovery-codes-made')])
  const { recoveryCodes } = await (await day.do(recoveryCodesRenew, { cookie })).json()
  expect(await newRows()).toEqual([rowOf('recovery-codes-made')])
  // The question for the code is half of a success.
  expect((await act(sessionCreate, { body: ofPassword })).status).toBe(401)
  expect(await newRows()).toEqual([])
  await day.do(sessionCreate, { body: { ...ofPassword, code: recoveryCodes[0] } })
  expect(await newRows()).toEqual([
    rowOf('recovery-code-used'),
    rowOf('signed-in', null, { with: 'password' }),
  ])
  await day.do(factorPolicyUpdate, { cookie, body: { isRequired: true } })
  await day.do(factorPolicyUpdate, { cookie, body: { isRequired: false } })
  const policyChanged = rowOf('setting-changed', null, { setting: 'second-factor' })
  expect(await newRows()).toEqual([policyChanged, policyChanged])
  await day.do(totpDelete, { cookie })
  await day.do(userFactorReset, { cookie, params: { id: 2 } })
  expect(await newRows()).toEqual([rowOf('codes-turned-off'), rowOf('second-factor-reset', 'user 2')])
  secrets.push(secret, code, ...recoveryCodes)
}

async function usePasskeys(day: RecordedDay, cookie: string, secrets: string[]) {
  const { act, newRows } = day
  const device = createSoftwarePasskey(localSite)
  const newOptions = await (await day.do(passkeyOptionsCreate, { cookie })).json()
  const response = device.create(newOptions)
  const added = await (await day.do(passkeyCreate, { cookie, body: { response } })).json()
  secrets.push(...added.recoveryCodes)
  expect(await newRows()).toEqual([rowOf('passkey-added'), rowOf('recovery-codes-made')])
  for (const [counter, status] of [
    [2, 200],
    [1, 401],
  ] as const) {
    const options = await (await day.do(passkeyChallengeCreate)).json()
    const body = { response: device.get(options, counter) }
    expect((await act(passkeySessionCreate, { body })).status).toBe(status)
  }
  expect(await newRows()).toEqual([
    rowOf('signed-in', null, { with: 'passkey' }),
    { ...rowBy('visitor', 'sign-in-failed', null, { attempt: 2 }), user: 1 },
  ])
  const params = { id: added.passkey.id }
  await day.do(passkeyDelete, { cookie, params })
  expect((await act(passkeyDelete, { cookie, params })).status).toBe(404)
  expect(await newRows()).toEqual([rowOf('passkey-removed')])
}

async function changeTeam({ newRows, send, ...day }: RecordedDay, cookie: string, secrets: string[]) {
  const body = { email: 'canary5@example.org', displayName: 'Cleo', role: 'helper' }
  const { invite } = await (await day.do(teamInviteCreate, { cookie, body })).json()
  await day.do(teamInviteRenew, { cookie, params: invite })
  await day.do(teamInviteRevoke, { cookie, params: invite })
  const { url } = await (await day.do(teamInviteCreate, { cookie, body })).json()
  expect(await newRows()).toEqual([
    rowOf('colleague-invited', 'invite 1', { role: 'helper' }),
    rowOf('invite-renewed', 'invite 1'),
    rowOf('invite-withdrawn', 'invite 1'),
    rowOf('colleague-invited', 'invite 2', { role: 'helper' }),
  ])
  const { pathname } = new URL(url)
  const joined = await send(pathname, { form: { username: 'cleo', password: 'seven quiet lanterns over' } })
  expect(joined.status).toBe(303)
  expect(await newRows()).toEqual([
    rowOf('colleague-joined', 'user 3', { role: 'helper' }, 3),
    rowOf('signed-in', null, { with: 'new-account' }, 3),
  ])
  const colleague = cookiesOf(joined)
  await day.do(profileUpdate, { cookie: colleague, body: { displayName: 'Cleo C.' } })
  const token = await day.do(tokenCreate, {
    cookie: colleague,
    body: { name: 'Canary', scopes: ['read-posts'] },
  })
  secrets.push((await token.json()).secret, pathname.split('/').at(-1) ?? '', ...readTokens(colleague))
  const params = { id: 3 }
  const passwordLink = await (await day.do(passwordLinkCreate, { cookie, params })).json()
  const linkPath = new URL(passwordLink.url).pathname
  secrets.push(linkPath.split('/').at(-1) ?? '')
  for (let click = 0; click < 2; click++)
    await send(linkPath, { form: { username: 'cleo', next: 'eight quiet lanterns under' } })
  for (let click = 0; click < 2; click++)
    await day.do(memberRoleUpdate, { cookie, params, body: { role: 'editor' } })
  for (let click = 0; click < 2; click++) await day.do(memberAccessEnd, { cookie, params })
  for (let click = 0; click < 2; click++) await day.do(memberAccessRestore, { cookie, params })
  expect(await newRows()).toEqual([
    rowOf('token-created', 'token 3', { days: 90 }, 3),
    rowOf('password-link-made', 'user 3'),
    rowOf('password-changed', null, {}, 3),
    rowOf('role-changed', 'user 3', { from: 'helper', to: 'editor' }),
    rowOf('token-revoked', 'token 3'),
    rowOf('access-ended', 'user 3'),
    rowOf('access-restored', 'user 3'),
  ])
}

/** Session and device tokens in a cookie header */
const readTokens = (cookies: string) => cookies.match(/[\w-]{43}/g) ?? []

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

/** A restore needs more than a request (server/backups/after-restore.test.ts). */
const testedElsewhere: ActivityAction[] = ['backup-restored']

/**
 * Endpoints and forms that change nothing that Activity records, because lists and revisions show what they change, or
 * that change it by the same functions as the endpoints above
 */
const unrecorded = [
  `DELETE ${paths.api.previewLinks(':id')}`,
  `DELETE ${paths.api.samples}`,
  `PATCH ${paths.api.entry(':form', ':id')}`,
  `PATCH ${paths.api.passkey(':id')}`,
  `POST ${paths.adminPassword}`,
  `POST ${paths.adminSecondFactor}`,
  `POST ${paths.adminSimple}`,
  `POST ${paths.adminSimpleAuthors}`,
  `POST ${paths.api.aiCheck}`,
  `POST ${paths.api.aiEnhanceContent}`,
  `POST ${paths.api.aiGenerateExcerpt}`,
  `POST ${paths.api.aiGeneratePost}`,
  `POST ${paths.api.aiSuggestions}`,
  `POST ${paths.api.aiTranscribe}`,
  `POST ${paths.api.authorInvite}`,
  `POST ${paths.api.disclosure}`,
  `POST ${paths.api.generateAiContent}`,
  `POST ${paths.api.issuePreview}`,
  `POST ${paths.api.issueTest}`,
  `POST ${paths.api.media}`,
  `POST ${paths.api.newsSeen(':list')}`,
  `POST ${paths.api.outboxAgain(':id')}`,
  `POST ${paths.api.outboxHandedOver(':id')}`,
  `POST ${paths.api.previewLinks(':id')}`,
  `POST ${paths.api.requestChanges(':id')}`,
  `POST ${paths.api.resendInvite(':id')}`,
  `POST ${paths.api.restoreRevision(':id', ':revisionId')}`,
  `POST ${paths.api.revokeInvite(':id')}`,
  `POST ${paths.api.samples}`,
  `POST ${paths.api.subscriberAgain(':id')}`,
  `POST ${paths.api.testMail}`,
  `PUT ${paths.api.mediaItem(':id')}`,
]
