import { call } from '../../../../../core/web/api.ts'
import { type Read, readForm } from '../../../../../core/web/editing/record/read-form.ts'
import type { EditedRecord } from '../../../../../core/web/editing/record/record-edit.ts'
import {
  type Training,
  type TrainingFacts,
  trainingFacts,
  trainingUpdate,
} from '../../../contract/trainings.ts'
import { type CommonValues, commonValuesOf, theirsSince, toFields } from '../common-values.ts'

export type FactsValues = CommonValues &
  Pick<Training, 'contactName' | 'contactEmail' | 'contactPhone' | 'invoiceNumber' | 'helper'> & {
    travelBefore: string
    travelAfter: string
  }

export const factsRecord: EditedRecord<FactsValues, Training> = {
  keyOf: ({ id }) => `training:${id}`,
  endpoint: trainingUpdate,
  valuesOf: (training) => ({
    ...commonValuesOf(training),
    contactName: training.contactName,
    contactEmail: training.contactEmail,
    contactPhone: training.contactPhone,
    invoiceNumber: training.invoiceNumber,
    helper: training.helper,
    travelBefore: String(training.travelBefore),
    travelAfter: String(training.travelAfter),
  }),
  theirsSince,
}

export const readFacts = (values: FactsValues): Read<TrainingFacts> =>
  readForm(trainingFacts, {
    ...toFields(values),
    travelBefore: Number(values.travelBefore),
    travelAfter: Number(values.travelAfter),
  })

export const saveFacts = (id: number, facts: TrainingFacts, version: unknown): Promise<Training> =>
  call(trainingUpdate, { params: { id }, body: { ...facts, version: Number(version) } })
