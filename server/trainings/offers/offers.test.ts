import { expect, test } from 'vitest'
import type { Offer } from '../../../contracts/offers.ts'
import { paths } from '../../../contracts/paths.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { addEntry, dayIn, offerFacts, openTrainingOffice } from '../../../tests/helpers/trainings.ts'

const { api } = paths
const utc = { env: { TIME_ZONE: 'UTC' } }

test('an offer is drafted, sent, extended, and withdrawn, and the status of the person follows', async () => {
  const server = await startTestServer(utc)
  const { draft, request, trainerId } = await openTrainingOffice(server)
  const entryId = await addEntry(server)
  const status = async () =>
    (await server.query<{ status: string }>('select status from training_waitlist'))[0]?.status

  const drafted = await draft(entryId, [dayIn(21), dayIn(20), dayIn(20)])
  expect(drafted.status).toBe(201)
  const offer: Offer = await drafted.json()
  expect(offer).toMatchObject({
    ...offerFacts,
    entryId,
    trainerId,
    name: 'Ann',
    company: 'Shop',
    days: [dayIn(20), dayIn(21)],
    heldDays: [dayIn(20), dayIn(21)],
    status: 'draft',
    link: null,
    trainingId: null,
  })
  expect(await status()).toBe('new')
  const [user] = await server.query('select trainer_since is not null as is from users')
  expect(user).toEqual({ is: true })

  const sent = await request('POST', api.offerSend(offer.id))
  expect(await sent.json()).toMatchObject({
    status: 'sent',
    link: expect.stringMatching(/^http:\/\/everyday\.test\/offer\/[\w-]{43}$/),
    expiresAt: `${dayIn(15)}T00:00:00.000Z`,
  })
  expect((await request('POST', api.offerSend(offer.id))).status).toBe(200)
  expect(await status()).toBe('offered')

  // Without a date: a week from today, which is less than it has, so a week more.
  const extended = await request('POST', api.offerExtend(offer.id), {})
  expect(await extended.json()).toMatchObject({
    validUntil: dayIn(21),
    // It lapses when the last offered day begins.
    expiresAt: `${dayIn(21)}T00:00:00.000Z`,
  })
  const withdrawn = await request('POST', api.offerWithdraw(offer.id))
  expect(await withdrawn.json()).toMatchObject({ status: 'withdrawn', heldDays: [] })
  expect((await request('POST', api.offerWithdraw(offer.id))).status).toBe(200)
  expect(await status()).toBe('contacted')
  expect(await server.query('select * from trainer_days')).toEqual([])
})
