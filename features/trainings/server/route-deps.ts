import { z } from 'zod/mini'
import { type Money, typeMoney } from '../../../core/contract/money.ts'
import { may, type Role, rights } from '../../../core/contract/roles.ts'
import type { RouteDeps } from '../../../core/server/http/app.ts'
import { planTopicLabels } from '../../people/contract/plan.ts'
import type { Renderer } from '../../site/server/files/renderer.ts'
import type { Offer } from '../contract/offers.ts'
import { trainingFormatLabels } from '../contract/training-fields.ts'
import type { TrainingDeps } from './mails/training-events.ts'

/** Dependencies of routes that may write to clients and trainers */
export type TrainingRouteDeps = RouteDeps & TrainingDeps & { renderer: Renderer }

/** Routes for everyone in the admin, and those for users who run trainings */
export const reader = { audience: 'admin', role: rights.work } as const
export const planner = { audience: 'admin', role: rights.manageDays } as const

/** Options of the route of a whole list as a CSV file */
export const fileDocs = (summary: string) => ({
  role: rights.export,
  summary,
  description: 'Cells that look like formulas are made harmless. `bom=1` for Excel.',
  query: z.strictObject({ bom: z.optional(z.literal('1')) }),
})

type Facts = Pick<Offer, 'format' | 'place' | 'topics' | 'headCount' | 'price' | 'payUrl'> & Money

/** Columns of both CSV files. Amounts have no thousands separators, so that a table can add them up. */
export const factColumns: [string, (row: Facts) => string][] = [
  ['Format', ({ format }) => trainingFormatLabels[format]],
  ['Place', ({ place }) => place],
  ['Topics', ({ topics }) => topics.map((topic) => planTopicLabels[topic]).join(', ')],
  ['People', ({ headCount }) => String(headCount ?? '')],
  ['Price', ({ price }) => price],
  ['Amount', ({ amount }) => typeMoney(amount)],
  ['Deposit', ({ deposit }) => typeMoney(deposit)],
  ['Currency', ({ amount, currency }) => (amount === null ? '' : currency)],
  ['Address for paying', ({ payUrl }) => payUrl],
]

/** Leaves out the client's link for users who may not run trainings: anyone who opens it can accept or cancel a day. */
export function hideLink<Row extends { link: string | null }>(row: Row, user: { role: Role }): Row {
  return may(user, 'manageDays') ? row : { ...row, link: null }
}
