import {
  action,
  count,
  detailed,
  exportKind,
  number,
  recorderOf,
} from '../../../core/server/activity/record-activity.ts'
import { trainingKind } from '../../calendar/contract/calendar.ts'

export const trainingActions = {
  'offer-sent': action(trainingKind, 'Sent a training offer', ['offer']),
  'offer-withdrawn': action(trainingKind, 'Withdrew a training offer', ['offer']),
  'offer-corrected': action(trainingKind, 'Corrected a training offer', ['offer']),
  'training-paid': action(trainingKind, 'Noted a payment for a training', ['training']),
  'training-canceled': action(trainingKind, 'Canceled a training', ['training']),
  'trainer-replaced': detailed(
    trainingKind,
    { days: count },
    ({ days }) => `Gave ${number.format(days)} days of a trainer to another one`,
    ['user'],
  ),
  'trainings-resumed': action(trainingKind, 'Let emails about trainings go on after a restore'),
  'offers-exported': action(exportKind, 'Downloaded the list of offers'),
  'trainings-exported': action(exportKind, 'Downloaded the list of trainings'),
}
export const recordActivity = recorderOf(trainingActions)
