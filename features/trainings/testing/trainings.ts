import { readConfig } from '../../../core/config.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import type { Offer } from '../contract/offers.ts'
import type { Training } from '../contract/trainings.ts'
import type { TrainingDeps } from '../server/mails/training-events.ts'

/** The calendar day some days from now, in UTC, which is the time zone of these tests */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The number of days until the first day from Monday to Friday that is at least so many days ahead */
export function daysToWorkday(days: number): number {
  const weekday = new Date(dayIn(days)).getUTCDay()
  return days + ({ 0: 1, 6: 2 }[weekday] ?? 0)
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
    `insert into training_waitlist (name, email, phone, company) values ('Ann', $1, '555-0142', 'Shop') returning id`,
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
  const readOffer = async (id: number): Promise<Offer> => (await request('GET', `/api/offers/${id}`)).json()
  const readTraining = async (id: number): Promise<Training> =>
    (await request('GET', `/api/trainings/${id}`)).json()

  async function draft(entryId: number, days: string[], more: object = {}): Promise<Response> {
    const json = { ...offerFacts, entryId, trainerId, days, validUntil: dayIn(14), ...more }
    return request('POST', '/api/offers', json)
  }
  async function sendNew(entryId: number, days: string[], more: object = {}): Promise<Offer> {
    const drafted = await draft(entryId, days, more)
    if (drafted.status !== 201) throw new Error(await drafted.text())
    const { id }: Offer = await drafted.json()
    return (await request('POST', `/api/offers/${id}/send`)).json()
  }
  async function book(entryId: number, day: string): Promise<Training> {
    const { id } = await sendNew(entryId, [day])
    const answered = await request('POST', `/api/offers/${id}/answer`, { answer: 'accept', day })
    const offer: Offer = await answered.json()
    return readTraining(offer.trainingId ?? 0)
  }
  /** Answers as the client, on the page of the offer or on the one for changes. */
  const respond = ({ link }: Pick<Offer, 'link'>, form: Record<string, string>, page = '') =>
    server.send(`${new URL(link ?? '').pathname}${page}`, { form })
  /** Saves the form of a booked day with some changes, by default from its newest version. */
  async function saveTraining(id: number, changes: object, from?: Training): Promise<Response> {
    const { startsAt, endsAt, format, place, topics, headCount, ...more } = from ?? (await readTraining(id))
    const { contactName, contactEmail, contactPhone, version } = more
    const day = { startsAt, endsAt, format, place, topics, headCount }
    const contact = { contactName, contactEmail, contactPhone }
    return request('PUT', `/api/trainings/${id}`, { ...day, ...contact, version, ...changes })
  }
  const block = (day: string, of = trainerId) => {
    const days = { firstDay: day, lastDay: day, weekdays: [] }
    return request('POST', '/api/calendar/blocked', { trainerId: of, ...days, reason: '' })
  }
  /** Adds a colleague who reads emails at NAME@example.org, and returns the id. */
  async function addColleague(name: string): Promise<number> {
    const [row] = await server.query<{ id: number }>(
      `insert into users (username, password, role, email, display_name)
       values ($1, '', 'editor', $1 || '@example.org', $1) returning id`,
      [name],
    )
    return row?.id ?? 0
  }
  const office = { cookie, trainerId, request, draft, sendNew, book }
  return { ...office, readOffer, readTraining, respond, saveTraining, block, addColleague }
}

/** The token in the client's link */
export const tokenOf = ({ link }: Pick<Offer, 'link'>): string => link?.split('/').at(-1) ?? ''

/** For functions that are called directly. Emails hold the name of their template and its properties. */
export const trainingDeps: TrainingDeps = {
  config: readConfig({ PUBLIC_URL: 'http://everyday.test', TIME_ZONE: 'UTC' }, '/nowhere'),
  // Rendering an email takes longer than everything else here.
  writeEmail: async ({ template, props }) => ({ subject: template, html: '', text: JSON.stringify(props) }),
}

/** Tables of trainings, in an order in which they can be filled, and their calendar days and times */
export const trainingTables = {
  training_waitlist: { days: [], times: ['created_at', 'deleted_at'] },
  offers: { days: ['valid_until'], times: ['expires_at', 'sent_at', 'answered_at', 'ended_at'] },
  trainings: {
    days: ['day', 'wished_day', 'deposit_paid_on', 'paid_on'],
    times: ['booked_at', 'day_chosen_at', 'canceled_at', 'held_at', 'wished_until'],
  },
  outbox_messages: { days: [], times: ['created_at'] },
  training_mails: { days: [], times: [] },
  trainer_days: { days: ['day'], times: [] },
} as const
export const trainingTableNames = Object.keys(trainingTables) as (keyof typeof trainingTables)[]

/** Lets days pass for trainings: moves every day and time in their tables back. */
export async function passTrainingDays(
  { query }: { query: (text: string) => Promise<unknown> },
  days: number,
): Promise<void> {
  // Days are moved far away first, because the primary key would refuse a day that another row has not left yet.
  const far = 1_000_000
  const updates = [far, days - far].flatMap((step) =>
    trainingTableNames.map((name) => {
      const moves = [
        ...trainingTables[name].days.map((column) => `${column} = ${column} - ${step}`),
        ...trainingTables[name].times.map(
          (column) => `${column} = ${column} - make_interval(days => ${step})`,
        ),
        ...(name === 'offers'
          ? [`days = array(select day - ${step} from unnest(days) as day order by day)`]
          : []),
      ]
      return moves.length > 0 ? `update ${name} set ${moves.join(', ')}` : 'select'
    }),
  )
  await query(updates.join('; '))
}
