import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { ann, mark } from '../../privacy/testing/your-data.ts'
import type { Offer } from '../contract/offers.ts'
import { dayIn, offerFacts } from './trainings.ts'

/** Day of the training that was held */
export const heldDay = dayIn(-20)
/** Day of someone else's training */
export const tomsDay = dayIn(60)
/** Days ahead that are held or booked for Ann; they must be free once she is gone */
export const annsDays = [20, 21, 40, 41, 50].map(dayIn)

/**
 * Adds offers in every state, trainings in every state, and emails about them, after `fill`. Everything comes from the
 * routes that the office and Ann use, except for what only time brings. The trainer is the user with id 1.
 */
export async function fillTrainings(server: TestServer): Promise<void> {
  const cookie = await server.signIn({ username: 'Olga', role: 'owner' })
  const request = async (method: string, path: string, json?: object) => {
    const response = await server.send(path, { method, cookie, ...(json && { json }) })
    expect([200, 201, 204], `${method} ${path}`).toContain(response.status)
    return response
  }
  const facts = {
    ...offerFacts,
    trainerId: 1,
    place: `${mark} Street`,
    price: `${mark} price`,
    prepare: `${mark} laptops`,
    message: `${mark} message`,
    payUrl: `https://pay.example.org/${mark}`,
    terms: `${mark} terms`,
    validUntil: dayIn(14),
  }
  const draft = async (entryId: number, days: number[], more: object = {}): Promise<Offer> =>
    (await request('POST', '/api/offers', { ...facts, entryId, days: days.map(dayIn), ...more })).json()
  const offer = async (entryId: number, days: number[], more: object = {}): Promise<Offer> =>
    (await request('POST', `/api/offers/${(await draft(entryId, days, more)).id}/send`)).json()
  const answer = ({ link }: Offer, form: Record<string, string>, change = '') =>
    server.send(`${new URL(link ?? '').pathname}${change}`, { form })
  const book = async (entryId: number, day: number, more: object = {}) => {
    const booked = await offer(entryId, [day], more)
    await answer(booked, { action: 'accept', day: dayIn(day) })
    const [training] = await server.query<{ id: number }>('select max(id) as id from trainings')
    return { booked, id: training?.id ?? 0 }
  }

  await answer(await offer(1, [10]), { action: 'decline', message: `${mark} no` })
  await request('POST', `/api/offers/${(await offer(1, [11])).id}/withdraw`)
  const lapsing = await offer(1, [12])
  await server.query(`update offers set status = 'lapsed', ended_at = now() where id = ${lapsing.id}`)
  await server.query(`delete from trainer_days where offer_id = ${lapsing.id}`)

  const held = await book(1, 13)
  await server.query(
    `update trainings set day = '${heldDay}', day_chosen_at = now() - interval '60 days' where id = ${held.id}`,
  )
  await server.query(`update trainer_days set day = '${heldDay}' where training_id = ${held.id}`)
  await request('POST', `/api/trainings/${held.id}/held`, { isHeld: true })

  const canceled = await book(1, 14)
  await answer(canceled.booked, { action: 'cancel', message: `${mark} flu` }, '/change')

  const ahead = await book(1, 50)
  await answer(ahead.booked, { action: 'other-day', message: `${mark} later` }, '/change')
  await request('POST', `/api/trainings/${ahead.id}/tasks`, { text: `Call ${mark}` })

  const addEntry = async () => {
    // A person can have only one open offer, so her other entries are set aside in the meantime.
    await server.query(`update training_waitlist set email = id || '-aside' where email = $1 and id > 1`, [
      ann,
    ])
    const [row] = await server.query<{ id: number }>(
      `insert into training_waitlist (name, email, phone, company) values ($1, $2, '555', $3) returning id`,
      [`Ann ${mark}`, ann, `${mark} Shop`],
    )
    return row?.id ?? 0
  }
  await draft(await addEntry(), [20, 21])
  await offer(await addEntry(), [40, 41])
  const wished = await offer(await addEntry(), [30])
  await answer(wished, { action: 'other-days', message: `${mark} days` })
  await server.query(`update training_waitlist set email = $1 where email like '%-aside'`, [ann])

  // Ann is the contact of someone else's training, too.
  const [tom] = await server.query<{ id: number }>(
    `select id from training_waitlist where email = 'tom@example.org'`,
  )
  const { place, price, prepare, message } = offerFacts
  const toms = await book(tom?.id ?? 0, 60, { place, price, prepare, message, payUrl: '', terms: '' })
  await server.query(
    `update trainings set contact_name = 'Ann ${mark}', contact_email = '${ann}', contact_phone = '555' where id = ${toms.id}`,
  )

  const letter = {
    key: randomBytes(16).toString('hex'),
    subject: `To ${mark}`,
    body: `Dear ${mark}, {plan link}`,
  }
  await request('POST', '/api/people/waitlist/1/letters', letter)
}
