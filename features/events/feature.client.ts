import { eventPaths } from './contract/event-paths.ts'
import { eventPageNames, nextDatesSection } from './contract/event-words.ts'

export const events = {
  name: 'events',
  sections: [nextDatesSection],
  places: { [eventPaths.list]: 'Events' },
  insights: { pageNames: eventPageNames },
}
