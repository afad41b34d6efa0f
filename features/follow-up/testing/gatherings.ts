import { randomUUID } from 'node:crypto'
import { readConfig } from '../../../core/config.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import { askForFeedback } from '../server/ask-for-feedback.ts'
import { createFeedbackTokens } from '../server/feedback.ts'
import { type Gathering, type Mark, markAttendance, saveGathering } from '../server/gatherings.ts'

export const gatheringOf = (more: Partial<Gathering> = {}): Gathering => ({
  uid: randomUUID(),
  feature: 'days',
  title: 'AI for church offices',
  day: dayFromNow(0),
  endsAt: '12:00',
  timeZone: 'America/New_York',
  isHeld: true,
  ...more,
})

export const came = (name: string, more: Partial<Mark> = {}): Mark => ({
  key: name,
  name,
  email: `${name.toLowerCase()}@example.org`,
  came: true,
  at: new Date().toISOString(),
  ...more,
})

/** Adds a day whose questions are due now, with those who came. Returns its `uid`. */
export async function holdGathering(
  { instance: { db }, query }: Pick<TestServer, 'instance' | 'query'>,
  marks: Mark[] = [came('Ann')],
  more: Partial<Gathering> = {},
): Promise<string> {
  const gathering = gatheringOf(more)
  await saveGathering(db, gathering)
  await markAttendance(db, gathering.uid, marks)
  await query(`update gatherings set ask_at = now() - interval '1 minute' where uid = $1`, [gathering.uid])
  return gathering.uid
}

/** Does what the job does. Emails hold the name of their template and its properties. */
export const askNow = ({ instance: { db } }: Pick<TestServer, 'instance'>) =>
  askForFeedback({
    db,
    config: readConfig({ PUBLIC_URL: 'http://everyday.test', TIME_ZONE: 'UTC' }, '/nowhere'),
    writeEmail: async ({ template, props }) => ({ subject: template, html: '', text: JSON.stringify(props) }),
  })

const only = (values: string[]) => values[0] ?? ''

export const numberOf = async (server: Pick<TestServer, 'query'>, name: string) =>
  only(await columnOf<string>(server, 'select certificate from attendees where name = $1', [name]))

/** The path of the page with the questions for someone */
export async function feedbackPathOf(server: TestServer, name: string): Promise<string> {
  const uid = only(await columnOf<string>(server, 'select uid from attendees where name = $1', [name]))
  return `/feedback/${(await createFeedbackTokens(server.instance.db))(uid)}`
}
