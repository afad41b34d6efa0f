import type { Offer } from '../../contracts/offers.ts'
import { paths } from '../../contracts/paths.ts'
import type { Training } from '../../contracts/trainings.ts'
import type { TestServer } from './test-server.ts'

/** The calendar day some days from now, in UTC, which is the time zone of these tests */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

export const offerFacts = {
  startsAt: '09:00',
  endsAt: '16:00',
  format: 'in-person',
  place: 'Main Street 1',
  topics: ['leadership'],
  headCount: 12,
  price: '$900',
  prepare: 'Bring laptops',
  message: 'See you soon',
} as const

/** Adds a waitlist entry and returns its id. */
export async function addEntry(
  server: Pick<TestServer, 'query'>,
  email = 'ann@example.org',
): Promise<number> {
  const [row] = await server.query<{ id: number }>(
    `insert into training_waitlist (name, email, phone, company) values ('Ann', $1, '555', 'Shop') returning id`,
    [email],
  )
  if (!row) throw new Error('the entry was not added')
  return row.id
}

/** An office that makes offers through the API, as its only user */
export async function openTrainingOffice(server: TestServer) {
  const cookie = await server.signIn()
  const [user] = await server.query<{ id: number }>('select id from users order by id limit 1')
  const trainerId = user?.id ?? 0
  const request = (method: string, path: string, json?: object) =>
    server.send(path, { method, cookie, ...(json && { json }) })

  async function draft(entryId: number, days: string[], more: object = {}): Promise<Response> {
    const json = { ...offerFacts, entryId, trainerId, days, validUntil: dayIn(14), ...more }
    return request('POST', paths.api.offers, json)
  }
  async function sendNew(entryId: number, days: string[], more: object = {}): Promise<Offer> {
    const drafted = await draft(entryId, days, more)
    if (drafted.status !== 201) throw new Error(await drafted.text())
    const { id }: Offer = await drafted.json()
    return (await request('POST', paths.api.offerSend(id))).json()
  }
  async function book(entryId: number, day: string): Promise<Training> {
    const { id } = await sendNew(entryId, [day])
    const answered = await request('POST', paths.api.offerAnswer(id), { answer: 'accept', day })
    const offer: Offer = await answered.json()
    return (await request('GET', paths.api.training(offer.trainingId ?? 0))).json()
  }
  return { cookie, trainerId, request, draft, sendNew, book }
}

/** The token in the client's link */
export const tokenOf = ({ link }: Pick<Offer, 'link'>): string => link?.split('/').at(-1) ?? ''
