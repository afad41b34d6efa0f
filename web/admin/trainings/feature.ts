import { CalendarDays } from 'lucide-react'
import { lazy } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { PersonTraining, useStatusLock } from './person-training.tsx'

export const trainings = {
  screen: {
    path: paths.adminTrainings,
    label: 'Trainings',
    icon: CalendarDays,
    Screen: lazy(() => import('./trainings-screen.tsx').then((m) => ({ default: m.TrainingsScreen }))),
  },
  person: { Part: PersonTraining, useStatusLock },
}
