import { CalendarHeart } from 'lucide-react'
import { lazyScreen } from '../../core/web/admin/lazy-screen.tsx'
import { lazyPart } from '../../core/web/ui/lazy-part.tsx'
import { eventPaths } from './contract/event-paths.ts'
import { eventPageNames, nextDatesSection } from './contract/event-words.ts'

const loadReport = () => import('./web/admin/events-report.tsx')

export const events = {
  name: 'events',
  screen: {
    path: eventPaths.admin,
    label: 'Events',
    icon: CalendarHeart,
    place: 'after people' as const,
    Screen: lazyScreen(() => import('./web/admin/events-screen.tsx'), 'EventsScreen'),
  },
  sections: [nextDatesSection],
  places: { [eventPaths.list]: 'Events' },
  insights: {
    report: { name: 'events', Report: lazyPart(loadReport, 'EventsReport'), load: loadReport },
    signUps: { id: 'event', name: 'Public dates', tone: 'plum' as const },
    pageNames: eventPageNames,
  },
}
