import type { RecordedPart } from '../../../tests/helpers/recorded-day.ts'
import { changeTrainings } from './recorded-trainings.ts'

export const recorded: RecordedPart = {
  pass: changeTrainings,
  unrecorded: [
    'POST /api/offers/entry',
    'POST /api/offers/preview',
    'POST /api/planner/offers',
    'POST /api/trainings/:id/keep-day',
  ],
}
