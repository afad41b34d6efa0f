import { join } from 'node:path'
import type { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { features } from '../../../app/features.ts'
import { createEmptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { hasFeature } from '../../../tests/helpers/feature-testing.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { createApiToken } from '../../accounts/testing/api-token.ts'
import { useDataLink } from '../../privacy/server/data-links.ts'
import { mediaIn, withClient } from '../testing/backups.ts'
import { copyLedger } from './copy-deletions.ts'
import { readLedgerFiles } from './ledger-files.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

// Each restore recreates all tables, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Backs up a site. `restore` restores the backup into the database `target`, which is empty at first. */
async function backUp({ connectionString, instance }: TestServer) {
  const folder = await temporaryFolder()
  const file = join(folder, 'backup.tar.gz')
  await writeBackup({ connectionString, media: instance.media, file })
  const target = await createEmptyDatabase(connectionString)
  const media = await mediaIn(folder)
  const backup = await checkBackup(file)
  const restore = (replace: boolean) =>
    restoreBackup({ features, backup, connectionString: target, media, replace, ledgers: [] })
  return { backup, target, restore }
}

// The deletion ledger lists who was deleted, as keyed hashes. It is copied next to the backups, so that restoring an
// older backup does not bring deleted people back.

describe('who was deleted', () => {
  const emails = async (connectionString: string) =>
    withClient(connectionString, async (client) => {
      const { rows } = await client.query(
        'select email, deleted_at is not null as hidden from training_waitlist order by email',
      )
      return rows.map(({ email, hidden }) => (hidden ? `${email} (hidden)` : email))
    })

  test('stays deleted when an older backup is restored, also into a new database', async () => {
    const server = await startTestServer()
    const { instance, connectionString, query } = server
    for (const name of ['ann', 'bob', 'cleo', 'dan'])
      await query('insert into training_waitlist (name, email) values ($1, $2)', [
        name,
        `${name}@example.org`,
      ])
    const folder = await temporaryFolder()
    const file = join(folder, 'backup.tar.gz')
    await writeBackup({ connectionString, media: instance.media, file })

    await query(
      `insert into data_links (token_hash, email, expires_at) values (encode(sha256('token'), 'hex'), 'ann@example.org', now() + interval '1 day')`,
    )
    expect(await useDataLink(instance.db, features, 'token')).toBeDefined()
    const cookie = await server.signIn()
    for (const id of [2, 3]) {
      const answer = await server.send(`/api/people/waitlist/${id}`, { method: 'DELETE', cookie })
      expect(answer.status).toBe(204)
    }
    await server.send('/api/people/waitlist/3/restore', { method: 'POST', cookie })
    await copyLedger(instance.db, features, folder)
    const ledgers = await readLedgerFiles(folder)
    expect(ledgers).toHaveLength(1)
    expect(JSON.stringify(ledgers)).not.toMatch(/example|ann|bob/)

    const target = await createEmptyDatabase(connectionString)
    const media = await mediaIn(folder)
    const backup = await checkBackup(file)
    const restored = await restoreBackup({
      features,
      backup,
      connectionString: target,
      media,
      replace: false,
      ledgers,
    })
    expect(restored.peopleDeleted).toBe(3)
    const expected = ['bob@example.org (hidden)', 'cleo@example.org', 'dan@example.org']
    expect(await emails(target)).toEqual(expected)

    // Without ledger files, the restore takes the deletions from the database that it replaces.
    const again = await restoreBackup({
      features,
      backup,
      connectionString: target,
      media,
      replace: true,
      ledgers: [],
    })
    expect(await emails(target)).toEqual(expected)
    expect(again.oldLedger?.rows).toHaveLength(3)
  })

  test('is noticed where a database was set back by other means', async () => {
    const { instance, query, connectionString } = await startTestServer()
    const join1 = () =>
      query(
        `insert into training_waitlist (name, email, created_at) values ('Ann', 'ann@example.org', '2025-01-01')`,
      )
    await join1()
    await query(
      `insert into data_links (token_hash, email, expires_at) values (encode(sha256('token'), 'hex'), 'ann@example.org', now() + interval '1 day')`,
    )
    await useDataLink(instance.db, features, 'token')
    const folder = await temporaryFolder()
    expect(await copyLedger(instance.db, features, folder)).toBe(0)
    await query('delete from deletion_ledger')
    await query(`delete from settings where key = 'deletion_key'`)
    await join1()
    expect(await copyLedger(instance.db, features, folder)).toBe(1)
    expect(await emails(connectionString)).toEqual([])
    // A waitlist entry made after the deletion is kept, because the person signed up again.
    await query(`insert into training_waitlist (name, email) values ('Ann', 'ann@example.org')`)
    expect(await copyLedger(instance.db, features, folder)).toBe(0)
    expect(await emails(connectionString)).toEqual(['ann@example.org'])
  })
})

describe('what has ended since a backup', () => {
  const at = `'2025-01-01'`
  const state = (connectionString: string) =>
    withClient(connectionString, async (client) => {
      const read = async (text: string) =>
        (await client.query({ text, rowMode: 'array' })).rows.map((row) => row.join(' '))
      const ofNewsletter = {
        subscribers: await read(
          'select email, is_active, end_reason from newsletter_subscriptions order by lower(email)',
        ),
        issues: await read(
          'select id, paused_at is not null, finished_at is not null from newsletter_issues order by id',
        ),
      }
      return {
        ...(hasFeature('newsletter') && ofNewsletter),
        invites: await read(
          'select id, status, invite_token, room_token, mailed_room_tokens from author_invites order by id',
        ),
        mails: await read('select recipient, status, problem from outbox_messages order by recipient'),
      }
    })
  /** Starts a server with subscribers, invitations, and an open newsletter issue whose emails are still queued. */
  const startWithOpenThings = async () => {
    const server = await startTestServer()
    const { query } = server
    // On a slow machine, the server's first job could finish the open issue before the backup is written.
    await query(`
      truncate pgboss.schedule, pgboss.job;
      insert into newsletter_subscriptions (email, subscribed_at) values
         ('ann@example.org', ${at}), ('Bob@example.org', ${at}), ('cleo@example.org', ${at}), ('dan@example.org', now() + interval '1 day');
      insert into author_invites (email, status, invite_token, room_token, mailed_room_tokens, expires_at) values
         ('a@example.org', 'pending', 'a1', null, '{}', now()),
         ('b@example.org', 'accepted', 'b1', 'b2', '{m1}', now()),
         ('c@example.org', 'pending', 'c1', null, '{}', now()),
         ('d@example.org', 'pending', 'd1', null, '{}', now());
      insert into newsletter_issues (subject, text, html, started_by, finished_at) values
         ('Done', '', '', 'Ann', now()), ('Open', '', '', 'Ann', null);
      insert into outbox_messages (message_id, kind, recipient, subject, text, status, next_attempt_at) values
         ('1', 'newsletter', 'ann@example.org', '', '', 'queued', '9999-01-01'),
         ('2', 'newsletter', 'cleo@example.org', '', '', 'queued', '9999-01-01'),
         ('3', 'invite', 'd@example.org', '', '', 'queued', '9999-01-01'), ('4', 'invite', 'e@example.org', '', '', 'sent', now());
      insert into newsletter_copies (issue_id, subscription_id, message_id, settled_at) values (2, 1, 1, now()), (2, 3, 2, now());
      insert into users (username, password, role) values ('Ann', 'x', 'owner');
      insert into recovery_codes (user_id, code_hash) values (1, 'c1'), (1, 'c2')`)
    return server
  }
  /** Ends every subscription except Cleo's and changes the first three invitations. */
  const endMost = async (client: Client) => {
    await client.query(`
      update newsletter_subscriptions set is_active = false, ended_at = now(),
          end_reason = case when email like 'Bob%' then 'bounced' else 'unsubscribed' end
        where email not like 'cleo%';
      update author_invites set status = 'revoked' where id = 1;
      update author_invites set room_token = 'b3', mailed_room_tokens = '{m2}' where id = 2;
      update author_invites set status = 'accepted', invite_token = 'c4', room_token = 'c5' where id = 3;
      update recovery_codes set used_at = now() where code_hash = 'c1'`)
  }
  const mayHaveGone = 'failed It may have gone before the restore. Send it again if not.'

  test('stays ended, and no mail that waited goes a second time', async () => {
    const { target, restore } = await backUp(await startWithOpenThings())

    // Restore into an empty database, as after a lost disk: nothing records what ended since the backup.
    expect((await restore(false)).stopped).toEqual({
      mails: 3,
      ...(hasFeature('newsletter') && { issues: 1 }),
    })
    const asBefore = await state(target)
    if (hasFeature('newsletter')) {
      expect(asBefore.subscribers?.[0]).toBe('ann@example.org true ')
      expect(asBefore.issues).toEqual(['1 false true', '2 true false'])
    }
    expect(asBefore.mails).toEqual([
      `ann@example.org ${mayHaveGone}`,
      `cleo@example.org ${mayHaveGone}`,
      `d@example.org ${mayHaveGone}`,
      'e@example.org sent ',
    ])

    await withClient(target, endMost)
    await restore(true)
    await withClient(target, async (client) => {
      const { rows } = await client.query('select code_hash from recovery_codes where used_at is null')
      expect(rows).toEqual([{ code_hash: 'c2' }])
    })
    const ofNewsletter = {
      issues: asBefore.issues,
      subscribers: [
        'ann@example.org false unsubscribed',
        'Bob@example.org false bounced',
        'cleo@example.org true ',
        // Dan subscribed after the time of his unsubscription, so he stays subscribed.
        'dan@example.org true ',
      ],
    }
    expect(await state(target)).toEqual({
      ...(hasFeature('newsletter') && ofNewsletter),
      invites: ['1 revoked a1  ', '2 accepted b1 b3 m2', '3 pending c4  ', '4 pending d1  '],
      mails: [
        hasFeature('newsletter')
          ? 'ann@example.org withdrawn This address no longer receives the newsletter.'
          : `ann@example.org ${mayHaveGone}`,
        ...asBefore.mails.slice(1),
      ],
    })
  })
})

test('API tokens do not survive a restore, which is recorded in Activity', async () => {
  const server = await startTestServer()
  const token = await createApiToken(server, await server.signIn(), ['read-entries'])
  const { headers } = token
  expect((await server.send('/api/people', { headers })).status).toBe(200)
  const { backup, target, restore } = await backUp(server)
  await restore(false)
  const restored = await startTestServer({ connectionString: target })
  expect((await restored.send('/api/people', { headers })).status).toBe(401)
  const { madeAt } = backup.about
  expect(await restored.query('select action, actor, details from activity order by id')).toEqual([
    { action: 'token-created', actor: 'user', details: { days: 90 } },
    { action: 'token-used', actor: 'user', details: {} },
    { action: 'backup-restored', actor: 'command', details: { madeAt } },
  ])
})

test('a restore gives no one back a role or access that was taken, and revives no invitation', async () => {
  const { server, cookie } = await startSignedIn()
  for (const username of ['Ed', 'Hana', 'Olga']) await server.signIn({ username, role: 'owner' })
  const json = { email: 'jo@example.org', displayName: 'Jo', role: 'owner' }
  const invite = await (await server.send('/api/team/invites', { cookie, json })).json()
  const { target, restore } = await backUp(server)
  const rolesOf = () =>
    withClient(target, async (client) => {
      const { rows } = await client.query(
        `select username || ' ' || role || case when disabled_at is null then '' else ' (ended)' end as user
         from users order by id`,
      )
      return rows.map(({ user }) => user)
    })
  const all = ['Ann Admin owner', 'Ed owner', 'Hana owner', 'Olga owner']

  // Into an empty database, as after a lost disk: nothing records what was taken since the backup.
  await restore(false)
  expect(await rolesOf()).toEqual(all)
  const restored = await startTestServer({ connectionString: target })
  expect((await restored.send(new URL(invite.url).pathname)).status).toBe(410)
  await restored.close()

  await withClient(target, async (client) => {
    await client.query(`update users set role = 'editor' where username = 'Ed'`)
    await client.query(`update users set disabled_at = now() where username = 'Hana'`)
    await client.query(`update users set username = 'Someone else', role = 'helper' where username = 'Olga'`)
  })
  await restore(true)
  expect(await rolesOf()).toEqual(['Ann Admin owner', 'Ed editor', 'Hana owner (ended)', 'Olga owner'])

  // If the only owner of today is unknown in the backup, one owner of the backup keeps access.
  await withClient(target, async (client) => {
    await client.query(`insert into users (username, password, role) values ('New', '', 'owner')`)
    await client.query(`update users set disabled_at = now() where username <> 'New'`)
  })
  await restore(true)
  expect(await rolesOf()).toEqual([
    'Ann Admin owner',
    'Ed editor (ended)',
    'Hana owner (ended)',
    'Olga owner (ended)',
  ])
})

test('a colleague who left and whose data was deleted stays deleted', async () => {
  const server = await startTestServer()
  await server.signIn()
  await server.signIn({ username: 'ann@example.org', role: 'editor' })
  await server.query(`
    update users set email = username, display_name = 'Ann E.' where id = 2;
    insert into person_notes (email, text, written_by) values ('tom@example.org', 'Call him', 'ann@example.org')`)
  const { target, restore } = await backUp(server)
  await restore(false)
  const later = await startTestServer({ connectionString: target })
  await later.query(`
    update users set disabled_at = now() where id = 2;
    insert into data_links (token_hash, email, expires_at)
      values (encode(sha256('token'), 'hex'), 'ann@example.org', now() + interval '1 day')`)
  expect(await useDataLink(later.instance.db, features, 'token')).toBeDefined()
  await later.close()
  await restore(true)
  await withClient(target, async (client) => {
    const { rows: users } = await client.query(
      'select username, email, display_name, disabled_at is not null as ended from users where id = 2',
    )
    expect(users).toEqual([{ username: 'former-user-2', email: null, display_name: null, ended: true }])
    expect((await client.query('select written_by from person_notes')).rows).toEqual([
      { written_by: 'former-user-2' },
    ])
  })
})
