import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { features } from '../../../app/features.ts'
import { openClient } from '../../../core/server/db/connect.ts'
import { createEmptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { checkBackup, restoreBackup } from '../../backups/server/restore.ts'
import { writeBackup } from '../../backups/server/write-backup.ts'
import { mediaIn } from '../../backups/testing/backups.ts'
import { addEntry, dayIn, openTrainingOffice, trainingDeps } from '../testing/trainings.ts'
import { sendReminders } from './booked/send-reminders.ts'
import { lapseOffers } from './offers/lapse-offers.ts'
import { endTrainingsAgain, raiseSequences } from './restore.ts'

// Each restore recreates all tables, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const env = { NOTIFY_EMAIL: 'office@example.org', TIME_ZONE: 'UTC' }

/** A site with live offers and a booked day, of which a backup was made */
async function backUp() {
  const server = await startTestServer({ env })
  const office = await openTrainingOffice(server)
  const add = (name: string) => addEntry(server, `${name}@example.org`)
  const waiting = await office.sendNew(await add('ann'), [dayIn(20), dayIn(21)])
  const withdrawn = await office.sendNew(await add('bea'), [dayIn(22)])
  const accepted = await office.sendNew(await add('cy'), [dayIn(23), dayIn(24)])
  const canceled = await office.sendNew(await add('eve'), [dayIn(25), dayIn(26)])
  const training = await office.book(await add('di'), dayIn(10))
  // The first reminder of this day is due.
  await server.query(`update trainings set day_chosen_at = now() - interval '30 days'`)
  const folder = await temporaryFolder()
  const file = join(folder, 'backup.tar.gz')
  await writeBackup({ connectionString: server.connectionString, media: server.instance.media, file })
  const target = await createEmptyDatabase(server.connectionString)
  const media = await mediaIn(folder)
  const backup = await checkBackup(file)
  /** Restores the backup over what is there, and starts the site again. */
  const restore = async (replace: boolean) => {
    await restoreBackup({ features, backup, connectionString: target, media, replace, ledgers: [] })
    const restored = await startTestServer({ connectionString: target, env })
    return { restored, office: await openTrainingOffice(restored) }
  }
  return { waiting, withdrawn, accepted, canceled, training, restore }
}

const runJobs = async ({ instance }: TestServer) => {
  await lapseOffers({ ...trainingDeps, db: instance.db })
  await sendReminders({ ...trainingDeps, db: instance.db })
}
/** Accepts a day on the page as it is now. */
async function accept(server: TestServer, { link }: { link: string | null }, day: string) {
  const { pathname } = new URL(link ?? '')
  const shown = /name="sequence" value="(\d+)"/.exec(await (await server.send(pathname)).text())
  return server.send(pathname, {
    form: { action: 'accept', day, ...(shown && { sequence: shown[1] ?? '' }) },
  })
}
/** Emails that were not part of the backup, with their Message-IDs */
const mailsTo = (server: TestServer, recipient: string) =>
  server.query<{ id: string; isHeld: boolean }>(
    `select message_id as id, next_attempt_at > now() + interval '1 year' as "isHeld" from outbox_messages
     where kind = 'training' and status = 'queued' and recipient = $1 order by id`,
    [recipient],
  )
const sequenceOf = (mail: { id: string } | undefined) =>
  Number(/-(\d+)-[\da-f-]{36}@/.exec(mail?.id ?? '')?.[1])
const daysOf = async (server: TestServer) =>
  (await server.query<{ day: string }>('select day::text from trainer_days order by 1')).map(({ day }) => day)
const statusOf = async (server: TestServer, { id }: { id: number }) =>
  (await server.query<{ status: string }>('select status from offers where id = $1', [id]))[0]?.status

test('after a restore, ended offers stay ended, and everything else waits for someone to look', async () => {
  const { waiting, withdrawn, accepted, canceled, training, restore } = await backUp()

  // Into an empty database: nothing tells what has happened since the backup.
  const first = await restore(false)
  expect((await first.office.request('POST', '/api/trainings/resume')).status).toBe(204)
  expect((await first.office.request('POST', `/api/offers/${withdrawn.id}/withdraw`)).status).toBe(200)
  expect((await accept(first.restored, accepted, dayIn(23))).status).toBe(303)
  expect((await accept(first.restored, canceled, dayIn(25))).status).toBe(303)
  const cancel = { form: { action: 'cancel', message: 'Snow' } }
  const changePath = `${new URL(canceled.link ?? '').pathname}/change`
  expect((await first.restored.send(changePath, cancel)).status).toBe(303)
  const [confirmation] = await mailsTo(first.restored, 'cy@example.org')
  expect(confirmation).toMatchObject({ id: expect.stringMatching(/^confirmation-/), isHeld: false })
  // Cy may have accepted between the backup and the first restore.
  expect(sequenceOf(confirmation)).toBeGreaterThan(1000)
  await first.restored.close()

  const { restored: server, office } = await restore(true)
  expect(await statusOf(server, withdrawn)).toBe('withdrawn')
  // Eve accepted a day and canceled it, so her link books nothing.
  expect(await statusOf(server, canceled)).toBe('declined')
  expect((await accept(server, canceled, dayIn(25))).status).toBe(409)
  expect(await statusOf(server, accepted)).toBe('sent')
  expect(await daysOf(server)).toEqual([10, 20, 21, 23, 24].map(dayIn))
  const { pathname } = new URL(withdrawn.link ?? '')
  expect((await server.send(pathname)).status).toBe(410)
  expect((await accept(server, withdrawn, dayIn(22))).status).toBe(410)

  const { paused } = await (await office.request('GET', '/api/today')).json()
  expect(paused).toMatchObject({ trainings: 1, since: expect.any(String) })
  expect(paused.offers).toHaveLength(2)
  await server.query(`update offers set expires_at = now() - interval '1 minute' where id = ${waiting.id}`)
  await runJobs(server)
  expect(await statusOf(server, waiting)).toBe('sent')
  expect(await mailsTo(server, 'di@example.org')).toEqual([])

  // Cy has to accept again, and gets a new email, but not yet. After two restores, no one knows which ones they have.
  expect((await accept(server, accepted, dayIn(23))).status).toBe(303)
  const [again] = await mailsTo(server, 'cy@example.org')
  expect(again?.isHeld).toBe(true)
  expect(sequenceOf(again)).toBeGreaterThan(sequenceOf(confirmation))

  for (const _twice of [1, 2])
    expect((await office.request('POST', '/api/trainings/resume')).status).toBe(204)
  expect(await mailsTo(server, 'cy@example.org')).toEqual([{ id: again?.id, isHeld: false }])
  expect((await (await office.request('GET', '/api/today')).json()).paused).toBeNull()
  await runJobs(server)
  expect(await statusOf(server, waiting)).toBe('lapsed')
  expect(await mailsTo(server, 'di@example.org')).toEqual([
    { id: expect.stringMatching(/^reminder-14-\d+-/), isHeld: false },
  ])
  expect(await daysOf(server)).toEqual([training.day, dayIn(23)])
})

test('the status of a person follows from what is left once days are canceled again', async () => {
  const server = await startTestServer({ env })
  const office = await openTrainingOffice(server)
  const ann = await addEntry(server, 'ann@example.org')
  const held = await office.book(ann, dayIn(5))
  await server.query('update trainings set held_at = now() where id = $1', [held.id])
  const annsSecond = await office.book(ann, dayIn(6))
  const bea = await addEntry(server, 'bea@example.org')
  const beas = await office.book(bea, dayIn(7))
  await office.sendNew(bea, [dayIn(8)])
  const statuses = async () =>
    (await server.query<{ status: string }>('select status from training_waitlist order by id')).map(
      ({ status }) => status,
    )
  expect(await statuses()).toEqual(['booked', 'booked'])
  const trainings = await server.query<{ id: number; uid: string }>(
    'select id, uid from trainings where id = any($1)',
    [[annsSecond.id, beas.id]],
  )
  const gone = { canceledAt: new Date().toISOString(), canceledBy: 'us', reason: '' }
  const client = await openClient(server.connectionString, 'test')
  onTestFinished(() => client.end())
  const ended = { offers: [], trainings: trainings.map((training) => ({ ...training, ...gone })) }
  await endTrainingsAgain(client, ended)
  expect(await statuses()).toEqual(['contacted', 'offered'])
})

test('each restore raises the sequences, also when the clock was set back', async () => {
  const server = await startTestServer({ env })
  const office = await openTrainingOffice(server)
  await office.book(await addEntry(server), dayIn(5))
  const client = await openClient(server.connectionString, 'test')
  onTestFinished(() => client.end())
  const sequences = () =>
    server.query('select offers.sequence as offer, trainings.sequence as training from offers, trainings')
  // By the clock of the replaced database, it is the year 2090.
  await raiseSequences(client, 2_000_000_000)
  expect(await sequences()).toEqual([{ offer: 2_000_000_001, training: 2_000_000_001 }])
  await raiseSequences(client, 0)
  expect(await sequences()).toEqual([{ offer: 2_000_000_002, training: 2_000_000_002 }])
})
