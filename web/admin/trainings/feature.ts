import { CalendarDays } from 'lucide-react'
import { lazy } from 'react'
import { offerLetterFields } from '../../../contracts/offers.ts'
import { trainingPaths } from '../../../contracts/trainings.ts'
import { PersonTraining, useStatusLock } from './person-training.tsx'

const loadReport = () => import('./trainings-report.tsx').then((m) => ({ default: m.TrainingsReport }))

export const trainings = {
  screen: {
    path: trainingPaths.admin,
    label: 'Trainings',
    icon: CalendarDays,
    Screen: lazy(() => import('./trainings-screen.tsx').then((m) => ({ default: m.TrainingsScreen }))),
  },
  insights: { report: { name: 'trainings', Report: lazy(loadReport), load: loadReport } },
  person: { Part: PersonTraining, useStatusLock, letterFields: offerLetterFields },
}
