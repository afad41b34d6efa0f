import * as z from 'zod/mini'

/** Kinds of details that are hidden from AI services */
export const detailKinds = ['email', 'phone', 'card', 'tax', 'name'] as const
export type DetailKind = (typeof detailKinds)[number]

export const detailLabels: Record<DetailKind, string> = {
  email: 'Email address',
  phone: 'Phone number',
  card: 'Card number',
  tax: 'Tax ID or SSN',
  name: 'Name from your lists',
}

/** Texts that look personal but may be sent to the AI service as they are */
export const keepList = z.array(z.string().check(z.maxLength(500))).check(z.maxLength(1000))

/** `POST /api/ai/check`: details of a text that would be hidden. Empty without an AI service. */
export const checkRequest = z.strictObject({ text: z.string() })
export const checkResponse = z.object({
  findings: z.array(z.object({ kind: z.enum(detailKinds), text: z.string() })),
})
export type Finding = z.infer<typeof checkResponse>['findings'][number]
