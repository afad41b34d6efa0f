import { expect, test } from 'vitest'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { askNow, came, holdGathering } from '../../follow-up/testing/gatherings.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { startTrainingOffice } from '../testing/training-office.ts'
import { addEntry, dayIn } from '../testing/trainings.ts'
import { offerPage } from '../words/offer.ts'

test('switched off, trainings are gone, the links of clients show their page without answers, and emails wait until they are resumed', async () => {
  const { server, sendNew, book, request, respond } = await startTrainingOffice()
  const open = await sendNew(await addEntry(server), [dayIn(20)])
  const day = await book(await addEntry(server, 'bob@example.org'), dayIn(21))
  const booked = await (await request('GET', `/api/offers/${day.offerId}`)).json()
  const setOn = async (isOn: boolean) =>
    (await request('PUT', '/api/settings/features/trainings', { isOn })).json()
  const showOffer = async ({ link }: { link: string | null }) => {
    const response = await server.send(new URL(link ?? '').pathname)
    return { status: response.status, html: await response.text() }
  }
  const scheduled = () =>
    columnOf(server, `select name from pgboss.schedule where name in ('lapse-offers', 'training-reminders')`)
  const news = async () => (await request('GET', '/api/news')).json()
  const jobs = await scheduled()
  expect(jobs).toHaveLength(2)

  expect(await (await request('GET', '/api/settings/features')).json()).toContainEqual(
    expect.objectContaining({
      name: 'trainings',
      isOn: true,
      open: ['1 open offer', '1 coming training day'],
    }),
  )
  await holdGathering(server, [came('Ann')], { feature: 'trainings' })
  await askNow(server)
  await setOn(false)
  // The server learns of it from a notification.
  await expect.poll(async () => (await request('GET', '/api/offers')).status).toBe(404)
  expect(await scheduled()).toEqual([])
  expect(
    await columnOf(
      server,
      `select recipient from outbox_messages where status = 'queued' and next_attempt_at < '9999-01-01' and kind in ('offer', 'training')`,
    ),
  ).toEqual([])
  expect(await columnOf(server, `select status from outbox_messages where kind = 'feedback'`)).toEqual([
    'withdrawn',
  ])
  for (const path of ['/api/offers', '/api/trainings', trainingPaths.admin])
    expect((await request('GET', path)).status, path).toBe(404)
  expect((await request('POST', '/api/offers', {})).status).toBe(404)
  const today = await request('GET', '/api/today')
  expect(today.status).toBe(200)
  expect(await today.text()).not.toContain('Shop')
  expect((await news()).dueSteps).toBe(0)
  expect((await news()).trainingsPaused).toBeUndefined()

  const shown = await showOffer(open)
  expect(shown).toMatchObject({ status: 200, html: expect.stringContaining(offerPage.ended.paused.title) })
  expect(shown.html).not.toContain('<form')
  expect(await showOffer(booked)).toMatchObject({
    status: 200,
    html: expect.stringContaining(offerPage.booked.title),
  })
  expect((await showOffer(booked)).html).not.toContain('<form')
  const refused = await respond(open, { action: 'accept', day: dayIn(20) })
  expect(refused.status).toBe(409)
  expect((await respond(booked, { action: 'cancel', message: 'We moved' }, '/change')).status).toBe(409)
  expect(await columnOf(server, 'select status from offers order by id')).toEqual(['sent', 'accepted'])
  expect(await columnOf(server, 'select canceled_at from trainings')).toEqual([null])

  await setOn(true)
  await expect.poll(async () => (await request('GET', '/api/offers')).status).toBe(200)
  expect(await scheduled()).toEqual(jobs)
  expect((await news()).trainingsPaused).toBe(true)
  expect((await showOffer(open)).html).toContain(offerPage.open.accept)
  expect((await request('POST', '/api/trainings/resume')).status).toBe(204)
  expect((await news()).trainingsPaused).toBe(false)
})
