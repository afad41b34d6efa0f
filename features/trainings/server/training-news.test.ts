import { expect, test } from 'vitest'
import { linesOf } from '../../../app/admin/testing/today.ts'
import { formatWeekday } from '../../../core/contract/format-date.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { startTrainingOffice } from '../testing/training-office.ts'
import { addEntry, dayIn, daysToWorkday } from '../testing/trainings.ts'

test('what clients accept, decline, and cancel is news until each user has seen it', async () => {
  const { server, cookie, sendNew, book, respond } = await startTrainingOffice()
  const helper = await server.signIn({ username: 'Hana', role: 'helper' })
  const days = [20, 30, 40].map((ahead) => dayIn(daysToWorkday(ahead)))
  const [accepted = '', declined = '', booked = ''] = days
  const person = (name: string) => addEntry(server, `${name}@example.org`)
  await server.query(`update training_waitlist set status = 'contacted'`)

  const first = await sendNew(await person('ann'), [accepted])
  const second = await sendNew(await person('bob'), [declined])
  const third = await book(await person('cy'), booked)
  await server.query(`update training_waitlist set status = 'contacted'`)
  const news = (of = cookie) => linesOf(server, of, 'news')
  expect(await news()).toEqual([])

  await respond(first, { action: 'accept', day: accepted })
  expect(await news()).toMatchObject([
    { text: expect.stringContaining(`accepted ${formatWeekday(accepted)}`), isNews: true },
  ])
  await respond(second, { action: 'decline' })
  const offer = await server.send(`/api/offers/${third.offerId}`, { cookie })
  await respond(await offer.json(), { action: 'cancel', message: 'We lost our room.' }, '/change')

  for (const of of [cookie, helper])
    expect(await news(of)).toMatchObject([
      {
        text: expect.stringContaining(`canceled ${formatWeekday(booked)}`),
        note: expect.stringContaining('“We lost our room.”'),
        href: trainingPaths.adminTraining(third.id),
      },
      {
        text: expect.stringContaining('declined your offer'),
        href: trainingPaths.adminOffer(second.id),
      },
      { text: expect.stringContaining('accepted') },
    ])
  await server.send('/api/news/today', { method: 'POST', cookie })
  expect(await news()).toEqual([])
  expect(await news(helper)).toHaveLength(3)
})

test('what a colleague recorded is no news', async () => {
  const { server, cookie, book } = await startTrainingOffice()
  const training = await book(await addEntry(server), dayIn(daysToWorkday(20)))
  await server.send(`/api/trainings/${training.id}/cancel`, { cookie, json: { reason: 'Ill', version: 1 } })
  await server.query(`update training_waitlist set status = 'contacted'`)
  expect(await linesOf(server, cookie, 'news')).toEqual([])
})
