import { CalendarDays } from 'lucide-react'
import { lazy } from 'react'
import { lazyPart } from '../../core/web/ui/lazy-part.ts'
import { offerLetterFields } from './contract/offers.ts'
import { trainingPaths, trainingsResume } from './contract/trainings.ts'
import { useStatusLock } from './web/admin/use-status-lock.ts'

const loadReport = () =>
  import('./web/admin/trainings-report.tsx').then((m) => ({ default: m.TrainingsReport }))

export const trainings = {
  name: 'trainings',
  screen: {
    path: trainingPaths.admin,
    label: 'Trainings',
    icon: CalendarDays,
    Screen: lazyPart(() => import('./web/admin/trainings-screen.tsx'), 'TrainingsScreen'),
  },
  person: {
    Part: lazyPart(() => import('./web/admin/person-training.tsx'), 'PersonTraining'),
    useStatusLock,
    letterFields: offerLetterFields,
  },
  today: {
    notices: {
      paused: lazyPart(() => import('./web/admin/today-part.tsx'), 'PauseNotice'),
    },
    lineActions: {
      trainerId: lazyPart(() => import('./web/admin/today-part.tsx'), 'TrainerReplacement'),
    },
    way: { right: 'manageDays' as const, href: trainingPaths.admin, label: 'Find days for trainings' },
  },
  newsPaths: [trainingsResume.path],
  insights: { report: { name: 'trainings', Report: lazy(loadReport), load: loadReport } },
}
