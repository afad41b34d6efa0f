import type { Page } from '@playwright/test'
import { formatWeekday } from '../../../core/contract/format-date.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import type { Offer, OfferInput } from '../contract/offers.ts'
import type { Training } from '../contract/trainings.ts'

// People on the waitlist with offers and booked days, for tests of the admin's screens and of the client's page

/** A day that is this many days ahead in the site's time zone */
export const dayIn = (days: number) => dayFromNow(days)
/** The same day as screens write it: "Mon, Dec 7, 2026" */
export const dayNameIn = (days: number) => formatWeekday(dayIn(days))

/** The button of a day in the form of an offer, which shows five weeks from the Sunday of this week */
export const dayButton = (page: Page, ahead: number) =>
  page.getByRole('button', { name: new RegExp(`^${dayNameIn(ahead)}`) })
export const chooseDay = (page: Page, ahead: number) => dayButton(page, ahead).first().click()

/** The headline of an open offer or training. A dialog has its own one after it. */
export const title = (page: Page) => page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first()

/** Adds a person to the waitlist. Returns the id of the entry. */
export async function join(server: TestServer, name: string): Promise<number> {
  await server.send('/api/training-waitlist', {
    json: { name, email: `${name.toLowerCase()}@example.org`, company: `${name}’s Bakery` },
  })
  const rows = await server.query<{ id: number }>('select max(id) as id from training_waitlist')
  return rows[0]?.id ?? 0
}

type Stage = { server: TestServer; cookie: string }

async function change<Body>({ server, cookie }: Stage, path: string, json: object = {}): Promise<Body> {
  const response = await server.send(path, { cookie, json })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Drafts an offer of days, given as days ahead. */
export async function draftOffer(
  stage: Stage,
  entryId: number,
  daysAhead: number[],
  input: Partial<OfferInput> = {},
): Promise<Offer> {
  const users = await stage.server.query<{ id: number }>('select id from users order by id limit 1')
  return change(stage, '/api/offers', {
    entryId,
    trainerId: users[0]?.id,
    days: daysAhead.map(dayIn),
    startsAt: '09:00',
    endsAt: '16:00',
    format: 'in-person',
    place: '1 Main St, Springfield, IL',
    topics: ['leadership'],
    headCount: 12,
    price: '$1,600',
    prepare: 'Bring one letter that you write every month.',
    message: 'It was good to talk to you.',
    validUntil: dayIn(14),
    ...input,
  })
}

export async function sendOffer(
  stage: Stage,
  ...offer: Parameters<typeof draftOffer> extends [unknown, ...infer Rest] ? Rest : never
): Promise<Offer> {
  const { id } = await draftOffer(stage, ...offer)
  return change(stage, `/api/offers/${id}/send`)
}

/** Books the first of the offered days. */
export async function book(stage: Stage, entryId: number, daysAhead: number[]): Promise<Training> {
  const { id, days } = await sendOffer(stage, entryId, daysAhead)
  const { trainingId } = await change<Offer>(stage, `/api/offers/${id}/answer`, {
    answer: 'accept',
    day: days[0],
  })
  const response = await stage.server.send(`/api/trainings/${trainingId ?? 0}`, { cookie: stage.cookie })
  return response.json()
}
