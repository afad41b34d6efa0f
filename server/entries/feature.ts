import { contact } from '../../content/contact.ts'
import { waitlist } from '../../content/waitlist.ts'
import { contactSection, waitlistSection } from '../../contracts/people-words.ts'
import { nextSteps, personNotes } from '../db/schema/entries.ts'
import { planAnswers } from '../db/schema/plan.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { peopleNames } from './entry-tables.ts'
import { peopleTables } from './export-people.ts'
import { addFormRoutes } from './form-routes.ts'
import { leadNoticesJob, sendLeadNotices } from './lead-notices.ts'
import { peopleSignUps } from './people-insights.ts'
import { readPeopleToday } from './people-lines.ts'
import { addPeopleRoutes } from './people-routes.ts'
import { forgetNetworks, peoplePersonalData } from './personal-data.ts'
import { planMailHooks, sweepPlanLinks } from './plan-links.ts'
import { addPlanPages } from './plan-pages.ts'
import { addPlanRoutes } from './plan-routes.ts'
import { countUnreadPeople } from './unread-people.ts'

export const people = {
  routes: [addFormRoutes, addPeopleRoutes, addPlanPages, addPlanRoutes],
  jobs: [jobWork(leadNoticesJob, sendLeadNotices)],
  sweeps: [sweepPlanLinks],
  retention: [forgetNetworks],
  sections: [
    { ...waitlistSection, original: waitlist },
    { ...contactSection, original: contact },
  ],
  mailHooks: planMailHooks,
  today: readPeopleToday,
  unread: countUnreadPeople,
  insights: { signUps: peopleSignUps },
  exportTables: peopleTables,
  peopleNames,
  usernameColumns: [personNotes.writtenBy, nextSteps.doneBy, planAnswers.enteredBy],
  personal: peoplePersonalData,
} satisfies Feature
