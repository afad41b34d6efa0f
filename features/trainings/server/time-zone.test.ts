import { expect, test } from 'vitest'
import { addDays } from '../../../core/contract/calendar-days.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import { readCalendar } from '../../calendar/testing/read-calendar.ts'
import type { Offer } from '../contract/offers.ts'
import type { Training } from '../contract/trainings.ts'
import { startTrainingOffice } from '../testing/training-office.ts'
import { addEntry, dayIn, offerFacts } from '../testing/trainings.ts'

const newYork = { TIME_ZONE: 'America/New_York', NOTIFY_EMAIL: 'office@example.org' }

async function openOffice() {
  const { server, ...office } = await startTrainingOffice(newYork)
  const pageOf = async ({ link }: Offer) => (await server.send(new URL(link ?? '').pathname)).text()
  const fileOf = async ({ link }: Offer) =>
    (await server.send(`${new URL(link ?? '').pathname}/training.ics`)).text()
  const accept = async ({ id, days }: Offer): Promise<Training> => {
    const answer = { answer: 'accept', day: days[0] }
    const answered: Offer = await (await office.request('POST', `/api/offers/${id}/answer`, answer)).json()
    return office.readTraining(answered.trainingId ?? 0)
  }
  return { server, ...office, pageOf, fileOf, accept }
}

const readTexts = (server: TestServer, kind: string) =>
  columnOf<string>(server, 'select text from outbox_messages where once_key ~ $1 order by id', [kind])

const readEvents = (text: string) => readCalendar(text).events

test('an offer in person has the zone of its place on the page, in the emails, and in the file', async () => {
  const { server, sendNew, pageOf, fileOf, accept } = await openOffice()
  const place = '5 Oak Street, Chicago, IL 60614'
  const offer = await sendNew(await addEntry(server), [dayIn(20)], { place })
  expect(offer.timeZone).toBe('America/Chicago')
  const hours = '9:00 AM to 4:00 PM Central Time'
  expect(await pageOf(offer)).toContain(hours)
  const training = await accept(offer)
  expect(training.timeZone).toBe('America/Chicago')
  expect(await pageOf(offer)).toContain(hours)
  const texts = await readTexts(server, '^(offer|confirmation|confirmation-trainer)-0-')
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text).toContain(hours)
  const file = await fileOf(offer)
  expect(file).toContain('X-WR-TIMEZONE:America/Chicago')
  expect(readEvents(file)[0]?.description).toContain(hours)
})

test('online, the zone is that of the site, and a chosen zone wins', async () => {
  const { server, draft } = await openOffice()
  const zoneOf = async (email: string, day: number, more: object): Promise<string> =>
    (await (await draft(await addEntry(server, email), [dayIn(day)], more)).json()).timeZone
  const place = 'Chicago, IL'
  expect(await zoneOf('a@example.org', 20, { format: 'online', place })).toBe('America/New_York')
  expect(await zoneOf('b@example.org', 21, { place, timeZone: 'America/Denver' })).toBe('America/Denver')
  expect(await zoneOf('c@example.org', 22, { place: 'At your office' })).toBe('America/New_York')
  for (const timeZone of ['Mars/Base', '+05:00', ''])
    expect((await draft(await addEntry(server, 'd@example.org'), [dayIn(23)], { timeZone })).status).toBe(400)
})

test('where a place can have two zones, a draft waits for one before it is sent', async () => {
  const { server, draft, request, readOffer, trainerId } = await openOffice()
  const place = 'Alpine area, TX 79830'
  const drafted: Offer = await (await draft(await addEntry(server), [dayIn(20)], { place })).json()
  expect(drafted.timeZone).toBeNull()
  const refused = await request('POST', `/api/offers/${drafted.id}/send`)
  expect(refused.status).toBe(422)
  expect((await refused.json()).detail).toContain('Choose the one it is in')
  const save = async (more: object): Promise<Offer> => {
    const { version } = await readOffer(drafted.id)
    const facts = { ...offerFacts, trainerId, days: [dayIn(20)], validUntil: dayIn(14), version }
    return (await request('PUT', `/api/offers/${drafted.id}`, { ...facts, ...more })).json()
  }
  expect((await save({ place, timeZone: 'America/Chicago' })).timeZone).toBe('America/Chicago')
  // Saved again without a zone, the same place keeps the chosen one, and a new place has its own.
  expect((await save({ place, price: '$2' })).timeZone).toBe('America/Chicago')
  expect((await save({ place: 'El Paso, TX 79901' })).timeZone).toBe('America/Denver')
  expect((await request('POST', `/api/offers/${drafted.id}/send`)).status).toBe(200)
})

test('the form asks for the zone of a place', async () => {
  const { request } = await openOffice()
  const guess = async (format: string, place: string) =>
    (await request('GET', `/api/trainings/time-zone?${new URLSearchParams({ format, place })}`)).json()
  const [chicago, denver] = ['America/Chicago', 'America/Denver']
  expect(await guess('in-person', 'Denver, CO')).toEqual({ timeZone: denver, choices: [denver] })
  const choices = [chicago, 'America/New_York']
  expect(await guess('in-person', 'Tennessee')).toEqual({ timeZone: null, choices })
  expect(await guess('online', 'Denver, CO')).toMatchObject({ timeZone: 'America/New_York' })
})

test('a day that was booked without a zone keeps its hours until its place changes', async () => {
  const { server, sendNew, accept, pageOf, fileOf, saveTraining } = await openOffice()
  const offer = await sendNew(await addEntry(server), [dayIn(20)], { place: 'Chicago, IL' })
  // As a version without zones left it
  await server.query('update offers set time_zone = null')
  await accept(offer)
  await server.query('update trainings set time_zone = null')
  expect(await pageOf(offer)).toContain('9:00 AM to 4:00 PM Eastern Time')
  const before = readEvents(await fileOf(offer))[0]?.start
  const save = async (more: object): Promise<Training> => (await saveTraining(1, more)).json()
  const phone = { contactPhone: '555-0100' }
  expect(await save(phone)).toMatchObject({ timeZone: 'America/New_York', ...phone })
  expect(readEvents(await fileOf(offer))[0]?.start).toBe(before)
  expect(await readTexts(server, '^training-changed-')).toEqual([])
  expect((await save({ timeZone: 'America/Chicago' })).timeZone).toBe('America/Chicago')
  expect((await readTexts(server, '^training-changed-'))[0]).toContain('9:00 AM to 4:00 PM Central Time')
  expect((await save({ place: 'Denver, CO' })).timeZone).toBe('America/Denver')
  // A place that does not decide needs an answer.
  expect(await save({ place: 'Tennessee' })).toMatchObject({ status: 422 })
})

test('an offer lapses, and a day is over, by the clocks of its place', async () => {
  const { server, sendNew } = await openOffice()
  const expiry = async (place: string, day: string): Promise<string> => {
    const entry = await addEntry(server, `${place}@example.org`)
    return (await sendNew(entry, [day], { place, validUntil: day })).expiresAt ?? ''
  }
  // Midnight at which the offered day begins: Hawaii is ten hours behind UTC, Guam ten ahead of it.
  expect(await expiry('Hawaii', dayIn(20))).toBe(`${dayIn(20)}T10:00:00.000Z`)
  expect(await expiry('Guam', dayIn(21))).toBe(`${dayIn(20)}T14:00:00.000Z`)
})

/** The days before, on, and after both changes of the clocks next year: second Sunday of March, first of November */
const nextYear = new Date().getUTCFullYear() + 1
const sundays = { spring: nthSunday(3, 2), fall: nthSunday(11, 1) }
const days = Object.values(sundays).flatMap((sunday) => [-1, 0, 1].map((offset) => addDays(sunday, offset)))

/** 9:00 AM in UTC in winter, and from the Sunday in March until the one in November */
const mornings: [place: string, winter: number, summer: number][] = [
  ['New York, NY 10001', 14, 13],
  ['Chicago, IL 60614', 15, 14],
  ['Denver, CO 80202', 16, 15],
  ['Phoenix, AZ 85004', 16, 16],
]

test.each(mornings)(
  '%s: held days, booked days, and files are exact over both changes of the clocks',
  async (place, winter, summer) => {
    const { server, sendNew, accept, fileOf, request } = await openOffice()
    const hours = [winter, summer, summer, summer, winter, winter]
    const expected = days.map((day, index) =>
      [0, 7].map((later) => `${day}T${(hours[index] ?? 0) + later}:00:00.000Z`),
    )
    const link: { url: string } = await (await request('POST', '/api/calendar/feed')).json()
    const timesIn = (file: string) => readEvents(file).map(({ start, end }) => [start, end])
    const readFeed = async () => timesIn(await (await server.send(new URL(link.url).pathname)).text())
    const validUntil = { place, validUntil: dayIn(14) }
    const offers = [
      await sendNew(await addEntry(server, 'a@example.org'), days.slice(0, 3), validUntil),
      await sendNew(await addEntry(server, 'b@example.org'), days.slice(3), validUntil),
    ]
    expect(await readFeed()).toEqual(expected)
    for (const [index, offer] of offers.entries()) {
      await accept(offer)
      expect(timesIn(await fileOf(offer))).toEqual([expected[index * 3]])
      await server.query('update trainings set day = $1 where offer_id = $2', [days[index * 3 + 1], offer.id])
      expect(timesIn(await fileOf(offer))).toEqual([expected[index * 3 + 1]])
    }
    expect(await readFeed()).toEqual([expected[1], expected[4]])
  },
)

function nthSunday(month: number, count: number): string {
  const first = new Date(Date.UTC(nextYear, month - 1, 1))
  const day = 1 + ((7 - first.getUTCDay()) % 7) + 7 * (count - 1)
  return new Date(Date.UTC(nextYear, month - 1, day)).toISOString().slice(0, 10)
}
