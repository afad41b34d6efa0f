import { CalendarDays } from 'lucide-react'
import { lazyScreen } from '../../core/web/admin/lazy-screen.tsx'
import { lazyPart } from '../../core/web/ui/lazy-part.tsx'
import type { PersonPart } from '../people/web/admin/person-part.ts'
import { trainingPaths } from './contract/training-paths.ts'

const loadReport = () => import('./web/admin/trainings-report.tsx')

let personPart: Promise<PersonPart> | undefined

export const trainings = {
  name: 'trainings',
  screen: {
    path: trainingPaths.admin,
    label: 'Trainings',
    icon: CalendarDays,
    place: 'after people' as const,
    Screen: lazyScreen(() => import('./web/admin/trainings-screen.tsx'), 'TrainingsScreen'),
  },
  loadPerson: () => (personPart ??= import('./web/admin/person-part.ts').then((module) => module.personPart)),
  today: {
    notices: {
      paused: lazyPart(() => import('./web/admin/today-part.tsx'), 'PauseNotice'),
    },
    lineActions: {
      trainerId: lazyPart(() => import('./web/admin/today-part.tsx'), 'TrainerReplacement'),
    },
    way: { right: 'manageDays' as const, href: trainingPaths.admin, label: 'Find days for trainings' },
  },
  newsPaths: ['/api/trainings/resume'],
  insights: {
    report: { name: 'trainings', Report: lazyPart(loadReport, 'TrainingsReport'), load: loadReport },
  },
}
