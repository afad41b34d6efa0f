import type { FieldError } from './error-summary.tsx'

/** Submitted values of a form without JavaScript, and its messages if they were refused */
export type TypedForm<Values, Name extends string = keyof Values & string> = {
  values: Values
  errors?: Partial<Record<Name, string>> | undefined
  message?: string | undefined
}

type PlainForm<Name extends string, Values> = {
  /** Prefix of the fields' ids */
  prefix: string
  /** In the order in which the form shows the fields */
  labels: Record<Name, string>
  values: Values
  errors?: Partial<Record<Name, string>> | undefined
}

/** Returns props for the fields of a form without JavaScript, and the list of fields for its `ErrorSummary`. */
export function plainFields<Name extends string, Values>({
  prefix,
  labels,
  values,
  errors = {},
}: PlainForm<Name, Values>) {
  const idOf = (name: Name) => `${prefix}-${name}`
  const names = Object.keys(labels) as Name[]
  return {
    idOf,
    field: <Field extends Name & keyof Values>(name: Field) => ({
      label: labels[name],
      name,
      id: idOf(name),
      defaultValue: values[name],
      error: errors[name],
    }),
    summary: names.map((name): FieldError => ({ id: idOf(name), label: labels[name], error: errors[name] })),
  }
}
