import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'

/** Kinds of personal details that are hidden from AI services. */
export const detailKinds = ['email', 'phone', 'card', 'tax', 'name'] as const
export type DetailKind = (typeof detailKinds)[number]

export const detailLabels: Record<DetailKind, string> = {
  email: 'Email address',
  phone: 'Phone number',
  card: 'Card number',
  tax: 'Tax ID or SSN',
  name: 'Name from your lists',
}

/** Texts that may be sent to an AI service unchanged although they look personal. */
export const keepList = z.array(z.string().check(z.maxLength(500))).check(z.maxLength(1000))

const finding = z.object({ kind: z.enum(detailKinds), text: z.string() })
export type Finding = z.infer<typeof finding>

/** The list is empty while no AI service is connected, because nothing is sent then. */
export const detailCheck = endpoint('POST', '/api/ai/check', {
  summary: 'List the personal details that would be hidden from an AI service',
  description: 'The AI calls take `keep`, a list of such details that may be sent as they are.',
  body: z.strictObject({ text: z.string() }),
  response: z.object({ findings: z.array(finding) }),
})
