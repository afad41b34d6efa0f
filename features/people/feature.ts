import * as z from 'zod/mini'
import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { personStep } from './contract/people.ts'
import { peoplePaths } from './contract/people-paths.ts'
import { contactSection, planSection, waitlistSection } from './contract/people-words.ts'
import { nextSteps, personNotes } from './schema/entries.ts'
import { planAnswers } from './schema/plan.ts'
import { peopleActions } from './server/actions.ts'
import { peopleNames } from './server/entry-tables.ts'
import { peopleTables } from './server/export-people.ts'
import { addFormRoutes, planMail } from './server/form-routes.ts'
import { leadMail, leadNoticesJob, sendLeadNotices } from './server/lead-notices.ts'
import { peopleSignUps } from './server/people-insights.ts'
import { readPeopleToday } from './server/people-lines.ts'
import { addPeopleRoutes } from './server/people-routes.ts'
import { forgetNetworks, peoplePersonalData } from './server/personal-data.ts'
import { planMailHooks, sweepPlanLinks } from './server/plan-links.ts'
import { addPlanPages } from './server/plan-pages.ts'
import { addPlanRoutes } from './server/plan-routes.ts'
import { countUnreadPeople } from './server/unread-people.ts'
import { contact } from './words/contact.ts'
import { planPage } from './words/plan.ts'
import { waitlist } from './words/waitlist.ts'

export const people = {
  addresses: peoplePaths,
  routes: [addFormRoutes, addPeopleRoutes, addPlanPages, addPlanRoutes],
  jobs: [jobWork(leadNoticesJob, sendLeadNotices)],
  sweeps: [sweepPlanLinks],
  retention: [forgetNetworks],
  sections: [
    { ...waitlistSection, original: waitlist },
    { ...planSection, original: planPage },
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
