import { type ActivityLine, nameActor } from '../../contracts/activity.ts'
import { activityKindLabels, activitySubjectLabels } from '../../contracts/activity-catalog.ts'
import { isoMinute } from '../../contracts/format-date.ts'
import { createCsv } from '../http/csv.ts'

/** Posts, people, and tokens have numbers only, so that the file holds no title and no name of someone who wrote in. */
export const activityCsv = createCsv<ActivityLine>([
  ['Time', (line, { timeZone }) => isoMinute(line.at, { timeZone })],
  ['Time zone', (_line, { zoneName }) => zoneName],
  ['Kind', (line) => activityKindLabels[line.kind]],
  ['Activity', (line) => line.text],
  ['About', ({ about }) => (about ? `${activitySubjectLabels[about.subject]} ${about.id}` : '')],
  ['By', nameActor],
  ['User', ({ user }) => (user ? String(user.id) : '')],
  ['API token', ({ token }) => (token ? String(token.id) : '')],
  ['Number', (line) => String(line.id)],
  ['Time (UTC)', (line) => line.at],
])
