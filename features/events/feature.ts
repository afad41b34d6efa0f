import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { eventPaths } from './contract/event-paths.ts'
import { eventPageNames, nextDatesSection } from './contract/event-words.ts'
import { eventActions } from './server/actions.ts'
import { listTrainerEvents, promisedDays } from './server/calendar-days.ts'
import { eventInsights } from './server/event-insights.ts'
import { countOpen, eventTitles, readEventsToday } from './server/events-today.ts'
import { exportTables } from './server/export-tables.ts'
import { eventMail, eventMailHooks } from './server/mails/queue-event-mails.ts'
import { mediaUses } from './server/media-uses.ts'
import { eventPersonalData, listPersonEvents } from './server/personal-data.ts'
import { eventPages, nextDates as nextDatesData } from './server/public/pages.ts'
import { addRegistrationForm, addRegistrationPages } from './server/public/registration-pages.ts'
import { eventRestore } from './server/restore.ts'
import { addEventRoutes } from './server/routes.ts'
import { eventsJob, sendReminders } from './server/send-reminders.ts'
import { nextDates } from './words/events.ts'

export const events = {
  optional: {
    name: 'events',
    label: 'Events',
    about: 'Workshops, bootcamps, and networking events that people find on the site and register for.',
    countOpen,
  },
  routes: [addEventRoutes, addRegistrationForm],
  lastingRoutes: [addRegistrationPages],
  pages: eventPages,
  homeData: { nextDates: nextDatesData },
  sections: [{ ...nextDatesSection, original: nextDates }],
  addresses: eventPaths,
  jobs: [jobWork(eventsJob, sendReminders)],
  mailKinds: [eventMail],
  mailHooks: eventMailHooks,
  today: { titles: eventTitles, read: readEventsToday },
  insights: { ...eventInsights, pageNames: eventPageNames },
  exportTables,
  mediaUses,
  personEvents: listPersonEvents,
  calendar: { promisedDays, listEvents: listTrainerEvents },
  adminPaths: [eventPaths.admin],
  personal: eventPersonalData,
  restore: eventRestore,
  actions: eventActions,
  subjects: { event: { label: 'Public date' }, registration: { label: 'Registration' } },
} satisfies Feature
