import * as z from 'zod/mini'
import { invalidEmail } from '../../../core/contract/email.ts'
import { endpoint } from '../../../core/contract/endpoint.ts'
import {
  checkForm,
  type FormCheck,
  formStart,
  honeypotField,
  notBlank,
  requiredEmail,
  requiredMessage,
  secondsSpent,
  tooLong,
} from '../../../core/contract/form-fields.ts'
import type { AddressQuestion } from '../../../core/contract/suggest-address.ts'

// The public forms that create an entry (one submitted form) or a newsletter subscription. Each form is defined once
// with entryForm(): the form in the browser, the form without JavaScript, and the JSON API take their fields, limits,
// checks, and messages from that definition.

/** One field. `max` is the maximum length in UTF-16 code units, which is how `maxlength` counts. */
type EntryField = { max: number; required?: boolean } & (
  | { isList?: false; schema: z.ZodMiniType<string> }
  | { isList: true; schema: z.ZodMiniType<string[]> }
)
type ValuesOf<Fields> = { [Name in keyof Fields]: Fields[Name] extends { isList: true } ? string[] : string }

export type EntryValues = { email: string }

const optionalText = (max: number) => z.string().check(z.maxLength(max, tooLong(max)))

export const textField = (max: number) => ({ max, schema: optionalText(max) })
export const requiredField = (max: number) => ({
  max,
  required: true,
  schema: z.string().check(notBlank, z.maxLength(max, tooLong(max))),
})
export const emailField = { max: 254, required: true, schema: requiredEmail }
export const listField = (max: number, maxItems: number) => ({
  max,
  isList: true as const,
  schema: z.array(optionalText(max)).check(z.maxLength(maxItems, `Choose up to ${maxItems}.`)),
})

/** Why a form was not accepted. `errors` has one message per field. */
export type EntryProblem<Values> = {
  errors?: { [Name in keyof Values]?: string | undefined } | undefined
  message?: string | undefined
  /** Asked once before an address that looks mistyped is accepted. The text of the question is also in `errors`. */
  question?: AddressQuestion | undefined
}

export type EntryResponse = {
  success: boolean
  message?: string | undefined
  errors?: Partial<Record<string, string>> | undefined
  /** True if no email server is set up, so that an editor has to send the email that confirms a subscription */
  byHand?: boolean | undefined
  /** Path of further questions that the person may answer (features/people/contract/plan.ts) */
  planUrl?: string | undefined
}

type Definition<Fields> = {
  /** Path of the endpoint in the JSON API, with its texts for the API documentation */
  api: string
  summary: string
  description: string
  /** Path of the form's own page. A form without JavaScript is posted to it. */
  page: string
  /** Path of the page that confirms that the form was sent */
  donePage: string
  /** In the order in which the page shows them */
  fields: Fields
  messages: { done: string; fix: string; failed: string; unreachable: string; tooMany: string }
  /** Schema of the endpoint's response if it differs from the usual one */
  response?: z.ZodMiniType<EntryResponse>
  /** Further members of the usual response */
  alsoInResponse?: { planUrl: z.ZodMiniType<string | undefined> }
}
type AnyDefinition = Definition<Record<string, EntryField>>

export type EntryForm<Values> = Pick<
  Definition<Record<keyof Values & string, EntryField>>,
  'page' | 'donePage' | 'fields' | 'messages'
> & {
  endpoint: ReturnType<typeof entryEndpoint>
  /** Reads all fields. `getAll` returns the values of one field; a missing field counts as empty. */
  read(getAll: (name: string) => string[]): Values
  /** Used by the form in the browser, the form without JavaScript, and the JSON API */
  check(values: Values): FormCheck<Values>
}

export function entryForm<const Fields extends Record<string, EntryField>>(
  definition: Definition<Fields>,
): EntryForm<ValuesOf<Fields>> {
  const fields = Object.entries(definition.fields)
  const schema = z.object(Object.fromEntries(fields.map(([name, field]) => [name, field.schema])))
  return {
    ...definition,
    endpoint: entryEndpoint(definition),
    read: (getAll) =>
      Object.fromEntries(
        fields.map(([name, { isList }]) => [name, isList ? getAll(name) : (getAll(name)[0] ?? '')]),
      ) as ValuesOf<Fields>,
    // The casts restore the type of the fields, which Object.fromEntries loses.
    check: (values) => checkForm(schema as z.ZodMiniType<object> as z.ZodMiniType<ValuesOf<Fields>>, values),
  }
}

function entryEndpoint({ api, summary, description, fields, response, alsoInResponse }: AnyDefinition) {
  return endpoint('POST', api, {
    summary,
    description,
    body: entryRequest(fields),
    response: response ?? entryResponse(Object.keys(fields), alsoInResponse),
  })
}

function entryResponse(names: string[], also: AnyDefinition['alsoInResponse']): z.ZodMiniType<EntryResponse> {
  const usual = z.object({
    success: z.boolean(),
    message: z.optional(z.string()),
    errors: z.optional(z.partialRecord(z.enum(names), z.string())),
  })
  return also ? z.extend(usual, also) : usual
}

/** Checks only the shape of a request. Input that fails it was not produced by our form, so it gets no field errors. */
function entryRequest(fields: Record<string, EntryField>) {
  // A plain form sends a list with one item as a string.
  const list = z.optional(z.union([z.string(), z.array(z.string())]))
  const text = z.optional(z.string())
  return z.strictObject({
    ...(Object.fromEntries(
      Object.entries(fields).map(([name, { isList }]) => [name, isList ? list : text]),
    ) as Record<never, typeof list>),
    [honeypotField]: text,
    start: z.optional(formStart),
    seconds: z.optional(secondsSpent),
  })
}

/** The original messages of a form */
export const messagesOf = ({ messages }: Pick<AnyDefinition, 'messages'>) => ({
  ...messages,
  success: 'Success!',
  error: 'Error',
  required: requiredMessage,
  email: invalidEmail,
})

export type EntryMessages = ReturnType<typeof messagesOf>

/** Replaces an original message of a form by the one that editors chose. Others stay as they are. */
export function createRephrasing(form: Pick<AnyDefinition, 'messages'>, chosen: Partial<EntryMessages>) {
  const originals = Object.entries(messagesOf(form))
  return (said: string | undefined) => {
    const [name] = originals.find(([name, original]) => original === said && name in chosen) ?? []
    return name === undefined ? said : chosen[name as keyof EntryMessages]
  }
}
