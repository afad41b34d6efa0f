import { CalendarDays } from 'lucide-react'
import { lazy } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { trainingsResume } from '../../../contracts/trainings.ts'
import { useStatusLock } from './use-status-lock.ts'

export const trainings = {
  name: 'trainings',
  screen: {
    path: paths.adminTrainings,
    label: 'Trainings',
    icon: CalendarDays,
    Screen: lazy(() => import('./trainings-screen.tsx').then((m) => ({ default: m.TrainingsScreen }))),
  },
  person: {
    Part: lazy(() => import('./person-training.tsx').then((m) => ({ default: m.PersonTraining }))),
    useStatusLock,
  },
  today: {
    notices: { paused: lazy(() => import('./today-part.tsx').then((m) => ({ default: m.PauseNotice }))) },
    lineActions: {
      trainerId: lazy(() => import('./today-part.tsx').then((m) => ({ default: m.TrainerReplacement }))),
    },
    way: { right: 'runTrainings' as const, href: paths.adminTrainings, label: 'Find days for trainings' },
  },
  newsPaths: [trainingsResume.path],
}
