import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { isoDayField } from '../../../core/contract/form-fields.ts'
import { rowId, rowNumber } from '../../../core/contract/paging.ts'

export const nextStepLimits = { text: 300 } as const

/** Filter of the People page. `due` includes overdue steps; `mine` are those of the signed-in user. */
export const stepFilters = ['due', 'mine', 'any', 'none'] as const
export type StepFilter = (typeof stepFilters)[number]

export const stepFilterLabels: Record<StepFilter, string> = {
  due: 'Due',
  mine: 'Mine',
  any: 'Any next step',
  none: 'No next step',
}

export const stepOwner = z.object({ id: z.number(), name: z.string() })
export type StepOwner = z.infer<typeof stepOwner>

/** The open step with a person. A changed step is a new one with a new id. */
export const nextStep = z.object({
  id: z.number(),
  text: z.string(),
  /** A calendar day such as 2026-11-22 */
  dueOn: z.string(),
  /** The user who does it; null if no one does */
  owner: z.nullable(stepOwner),
})
export type NextStep = z.infer<typeof nextStep>

/** `form` can be any text here, because the server answers an unknown form with 404 and not with 400. */
export const entryParams = z.object({ form: z.string(), id: rowId })

export const nextStepUpdate = endpoint('PUT', '/api/people/:form/:id/next-step', {
  summary: 'Set or change the next step with the person who wrote an entry',
  description:
    'A person has one open step. `replaces` is the id of the step that you saw, or null. If someone else has changed, finished, or set it in the meantime, the response is 409 and nothing changes.',
  params: entryParams,
  body: z.strictObject({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Write what to do first.'),
        z.maxLength(nextStepLimits.text, `Use up to ${nextStepLimits.text} characters.`),
      ),
    dueOn: isoDayField,
    ownerId: z.nullable(rowNumber),
    replaces: z.nullable(rowNumber),
  }),
  response: nextStep,
})

export const nextStepDone = endpoint('POST', '/api/people/:form/:id/next-step/done', {
  summary: 'Mark the next step as done',
  description: 'It appears in the person’s activity. Marking it twice is the same as once.',
  params: entryParams,
  body: z.strictObject({ step: rowNumber }),
})

export const nextStepDelete = endpoint('DELETE', '/api/people/:form/:id/next-step', {
  summary: 'Remove the next step without doing it',
  params: entryParams,
  query: z.object({ step: rowId }),
})
