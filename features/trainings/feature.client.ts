import { CalendarDays } from 'lucide-react'
import { lazy } from 'react'
import { offerLetterFields } from './contract/offers.ts'
import { trainingPaths } from './contract/training-paths.ts'
import { trainingsResume } from './contract/trainings.ts'
import { useStatusLock } from './web/admin/use-status-lock.ts'

const loadReport = () =>
  import('./web/admin/trainings-report.tsx').then((m) => ({ default: m.TrainingsReport }))

export const trainings = {
  name: 'trainings',
  screen: {
    path: trainingPaths.admin,
    label: 'Trainings',
    icon: CalendarDays,
    Screen: lazy(() =>
      import('./web/admin/trainings-screen.tsx').then((m) => ({ default: m.TrainingsScreen })),
    ),
  },
  person: {
    Part: lazy(() => import('./web/admin/person-training.tsx').then((m) => ({ default: m.PersonTraining }))),
    useStatusLock,
    letterFields: offerLetterFields,
  },
  today: {
    notices: {
      paused: lazy(() => import('./web/admin/today-part.tsx').then((m) => ({ default: m.PauseNotice }))),
    },
    lineActions: {
      trainerId: lazy(() =>
        import('./web/admin/today-part.tsx').then((m) => ({ default: m.TrainerReplacement })),
      ),
    },
    way: { right: 'manageDays' as const, href: trainingPaths.admin, label: 'Find days for trainings' },
  },
  newsPaths: [trainingsResume.path],
  insights: { report: { name: 'trainings', Report: lazy(loadReport), load: loadReport } },
}
