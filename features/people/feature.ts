import * as z from 'zod/mini'
import { contact } from '../../content/contact.ts'
import { waitlist } from '../../content/waitlist.ts'
import { personStep } from '../../contracts/people.ts'
import { contactSection, waitlistSection } from '../../contracts/people-words.ts'
import { nextSteps, personNotes } from '../db/schema/entries.ts'
import { planAnswers } from '../db/schema/plan.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { peopleActions } from './actions.ts'
import { peopleNames } from './entry-tables.ts'
import { peopleTables } from './export-people.ts'
import { addFormRoutes, planMail } from './form-routes.ts'
import { leadMail, leadNoticesJob, sendLeadNotices } from './lead-notices.ts'
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
  today: {
    line: { step: z.nullable(personStep) },
    fields: { newEntries: z.number() },
    titles: { steps: 'Next steps', entries: 'Waiting for an answer' },
    read: readPeopleToday,
  },
  unread: {
    fields: { people: z.number(), dueSteps: z.number() },
    lists: ['people'],
    count: countUnreadPeople,
  },
  insights: { signUps: peopleSignUps },
  exportTables: peopleTables,
  peopleNames,
  usernameColumns: [personNotes.writtenBy, nextSteps.doneBy, planAnswers.enteredBy],
  personal: peoplePersonalData,
  actions: peopleActions,
  subjects: {
    waitlist: { label: 'Waitlist entry' },
    contact: { label: 'Contact form entry' },
    note: { label: 'Note' },
  },
  settings: { plan: '“Help us plan”' },
  mailKinds: [leadMail, planMail],
} satisfies Feature
