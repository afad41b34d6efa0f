import type { Names } from '../../web/admin/names.ts'
import { catalogOf } from '../activity/activity-lines.ts'
import type { Feature } from '../feature.ts'
import { mailKindsOf } from '../mail/mail-hooks.ts'

/** The labels that the admin's app shows for what features add */
export function namesOf(features: Feature[]): Names {
  const { kinds, subjects } = catalogOf(features)
  return {
    activityKinds: Object.fromEntries(kinds.map(({ name, label }) => [name, label])),
    activitySubjects: Object.fromEntries(Object.entries(subjects).map(([name, { label }]) => [name, label])),
    mailKinds: Object.fromEntries(
      mailKindsOf(features).map(({ name, label, role }) => [name, { label, role }]),
    ),
    todayTitles: Object.assign({}, ...features.map(({ today }) => today?.titles)),
  }
}
