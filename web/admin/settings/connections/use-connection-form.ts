import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type ConnectionKind,
  type ConnectionValues,
  needsSecret,
  type ReadConnection,
  targetOf,
} from '../../../../contracts/connections.ts'
import type { FieldError } from '../../../ui/error-summary.tsx'
import { type Secret, secretOf, untouchedSecret } from './secret-field.tsx'

/** The fields of a form as text */
type Typed = Record<string, string>

export type ConnectionRequest<Kind extends ConnectionKind> = {
  values: ConnectionValues[Kind]
  secret?: string | null | undefined
}
type Problem = { message: string; fields: FieldError[] }

type Options<Kind extends ConnectionKind> = {
  kind: Kind
  connection: ReadConnection<Kind>
  /** The text of each field at first */
  defaults: Typed
  /** Names and labels of the fields, in display order. `secret` is the password or key. */
  labels: Record<string, string>
  /** The values of the contract. Values that make no sense are left to the schema. */
  toValues(typed: Typed): unknown
  schema: z.ZodMiniType<ConnectionRequest<Kind>>
}

export type ConnectionFormState<Kind extends ConnectionKind> = ReturnType<typeof useConnectionForm<Kind>>

/** The state of a connection's form: what was typed, the password or key, and the request that is made of them */
export function useConnectionForm<Kind extends ConnectionKind>({
  kind,
  connection,
  defaults,
  labels,
  toValues,
  schema,
}: Options<Kind>) {
  const form = useForm<Typed>({ defaultValues: defaults })
  const typed = { ...defaults, ...useWatch({ control: form.control }) } as Typed
  const [secret, setSecret] = useState<Secret>(untouchedSecret)
  const idOf = (name: string) => `${kind}-${name}`
  const isReadable = connection.state === 'connected'
  const isSameTarget = connection.values !== null && hasTarget(kind, connection.values, toValues(typed))
  const isKept = connection.hasSecret && isSameTarget && isReadable
  const errorOf = (name: string) => form.getFieldState(name, form.formState).error?.message

  /** Returns the request, or the problem that the user has to fix first. */
  function read(): ConnectionRequest<Kind> | Problem {
    form.clearErrors()
    const given = secretOf(secret, isKept)
    const values = toValues(form.getValues())
    const checked = z.safeParse(schema, { values, ...(given !== undefined && { secret: given }) })
    const messages = new Map<string, string>()
    const hasSecret = given === undefined ? isKept : given !== null
    // Only texts are read of values that may be wrong.
    if (!hasSecret && needsSecret[kind](values as ConnectionValues[Kind]))
      messages.set('secret', `Type the ${labels.secret?.toLowerCase()}.`)
    if (!checked.success)
      for (const { path, message } of checked.error.issues)
        messages.set(path[0] === 'secret' ? 'secret' : String(path[1]), message)
    else if (messages.size === 0) return checked.data
    for (const [name, message] of messages) form.setError(name, { message })
    return {
      message: 'Please fix the highlighted fields.',
      fields: Object.entries(labels).map(([name, label]) => ({
        id: idOf(name),
        label,
        error: messages.get(name),
      })),
    }
  }

  return {
    typed,
    read,
    isDirty: form.formState.isDirty || secret.plan === 'remove' || secret.text !== '',
    set(values: Partial<Typed>) {
      for (const [name, value] of Object.entries(values))
        if (value !== undefined) form.setValue(name, value, { shouldDirty: true })
    },
    /** The typed secret as the server expects it, for requests that need no complete form */
    givenSecret: () => secretOf(secret, isKept),
    field: (name: string) => ({
      id: idOf(name),
      label: labels[name] ?? name,
      error: errorOf(name),
      ...form.register(name),
    }),
    secretField: {
      id: idOf('secret'),
      label: labels.secret ?? '',
      secret,
      onChange: setSecret,
      isStored: connection.hasSecret,
      isSameTarget,
      isReadable,
      error: errorOf('secret'),
    },
  }
}

/** True if the typed values lead to the same server as the saved ones. */
function hasTarget<Kind extends ConnectionKind>(
  kind: Kind,
  saved: NonNullable<ReadConnection<Kind>['values']>,
  typed: unknown,
): boolean {
  // Only the members of the target are read, and they are texts and numbers in both.
  const target = (values: unknown) => targetOf[kind](values as ConnectionValues[Kind])
  return target(saved) === target(typed)
}
