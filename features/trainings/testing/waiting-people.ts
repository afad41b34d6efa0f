import type { TestServer } from '../../../tests/helpers/test-server.ts'

type Waiting = {
  name: string
  email?: string
  company?: string
  /** Days since the person joined */
  days?: number
  status?: string
  /** Answers to "Help us plan"; null for someone who has not answered */
  answers?: {
    city?: string
    state?: string
    zip?: string
    size?: number
    topics?: string[]
    months?: number[]
    weekdays?: number[]
    format?: string
  } | null
}

/** Adds a person to the waitlist, in Austin unless the answers say otherwise, and returns the id of the entry. */
export async function addWaiting(server: Pick<TestServer, 'query'>, person: Waiting): Promise<number> {
  const { name, company = null, days = 1, status = 'new', answers = {} } = person
  const email = person.email ?? `${name.toLowerCase().replaceAll(' ', '.')}@example.org`
  const [row] = await server.query<{ id: number }>(
    `insert into training_waitlist (name, email, company, status, created_at)
     values ($1, $2, $3, $4, now() - $5 * interval '1 day' - interval '1 minute') returning id`,
    [name, email, company, status, days],
  )
  if (!row) throw new Error('the entry was not added')
  if (answers) {
    const { city = 'Austin', state = 'TX', zip = null, size = null, format = null } = answers
    const { topics = [], months = [], weekdays = [] } = answers
    await server.query(
      `insert into plan_answers (entry_id, city, state, zip, group_size, topics, months, weekdays, format)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [row.id, city, state, zip, size, topics, months, weekdays, format],
    )
  }
  return row.id
}
