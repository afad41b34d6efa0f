import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { keepList } from '../../assistant/contract/privacy-guard.ts'
import { entryParams } from './next-steps.ts'

export const letterLimits = {
  subject: 200,
  body: 10_000,
  /** Instructions for a draft */
  aim: 500,
  templateName: 80,
  templates: 200,
} as const

const filled = (maxLength: number, name: string, missing: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(maxLength, `${name} can have up to ${maxLength.toLocaleString('en-US')} characters.`),
    )

const letterText = {
  subject: filled(letterLimits.subject, 'The subject', 'Write a subject.'),
  /** Plain text. Blank lines separate paragraphs, and web addresses become links. */
  body: filled(letterLimits.body, 'The email', 'Write your email first.'),
}

const letterPage = z.object({
  to: z.string(),
  /** Why no email can be written to this person, in one sentence; null if one can */
  refusal: z.nullable(z.string()),
  /** The subject of an answer to the last email (“Re: ...”); empty if there was none */
  subject: z.string(),
  /** True if no mail server is configured, so that an admin sends each email */
  byHand: z.boolean(),
  /** Where answers arrive */
  repliesTo: z.string(),
  /** Values of the fields for this person. A field that has none is missing. */
  fields: z.record(z.string(), z.string()),
  /** Everything that an AI service would read to draft an email, for the search for personal details */
  aiMaterial: z.string(),
})
export type LetterPage = z.infer<typeof letterPage>

export const letterRead = endpoint('GET', '/api/people/:form/:id/letters', {
  summary: 'Read what an email to a person can be written with',
  params: entryParams,
  response: letterPage,
})

export const letterSend = endpoint('POST', '/api/people/:form/:id/letters', {
  summary: 'Send an email to the person who wrote an entry',
  description:
    'Fields such as `{first name}` are filled in. A new entry becomes “Contacted”. The same `key` is sent once.',
  params: entryParams,
  body: z.strictObject({
    /** Made by the form, the same for each attempt to send one email: 32 hexadecimal digits */
    key: z.string().check(z.regex(/^[\da-f]{32}$/)),
    ...letterText,
  }),
  response: {
    201: z.object({
      /** Id of the email in the Outbox */
      mailId: z.number(),
      byHand: z.boolean(),
    }),
  },
})

export const letterPreview = endpoint('POST', '/api/people/:form/:id/letters/preview', {
  summary: 'Preview an email to a person',
  params: entryParams,
  body: z.strictObject({
    subject: z.string().check(z.maxLength(letterLimits.subject)),
    body: z.string().check(z.maxLength(letterLimits.body)),
  }),
  response: z.object({ subject: z.string(), html: z.string() }),
})

export const letterDraft = endpoint('POST', '/api/people/:form/:id/letters/draft', {
  summary: 'Let an AI service draft an email to a person',
  description:
    'From the person’s message, your services, and your booking page. With `Accept: text/event-stream` the text is sent while it is written.',
  params: entryParams,
  body: z.strictObject({
    /** Instructions for the draft; may be empty */
    aim: z.string().check(z.trim(), z.maxLength(letterLimits.aim)),
    keep: z.optional(keepList),
  }),
  response: z.object({ subject: z.string(), body: z.string(), provider: z.string() }),
})

const templateText = {
  name: filled(letterLimits.templateName, 'The name', 'Give the template a name.'),
  ...letterText,
}

const letterTemplate = z.object({
  id: z.number(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  updatedAt: z.string(),
})
export type LetterTemplate = z.infer<typeof letterTemplate>

export const letterTemplateList = endpoint('GET', '/api/letter-templates', {
  summary: 'List the templates of emails to people, by name',
  response: z.array(letterTemplate),
})

export const letterTemplateCreate = endpoint('POST', '/api/letter-templates', {
  summary: 'Add a template',
  description: 'Subject and body may have fields such as `{first name}`.',
  body: z.strictObject(templateText),
  response: { 201: letterTemplate },
})
export type TemplateInput = z.infer<typeof letterTemplateCreate.body>

export const letterTemplateUpdate = rowEndpoint('PUT', '/api/letter-templates/:id', {
  summary: 'Change a template',
  body: z.strictObject({
    ...templateText,
    /** `updatedAt` of the template that was changed. If it has changed since, the response is 409. */
    updatedAt: z.string(),
  }),
  response: letterTemplate,
})

export const letterTemplateDelete = rowEndpoint('DELETE', '/api/letter-templates/:id', {
  summary: 'Delete a template',
})
