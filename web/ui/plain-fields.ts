import type { FieldError } from './error-summary.tsx'

type PlainForm<Name extends string, Values> = {
  /** First part of the ids of the fields */
  prefix: string
  /** In the order of the form */
  labels: Record<Name, string>
  values: Values
  errors?: Partial<Record<Name, string>> | undefined
}

/** Props for the fields of a form without script, and the list of all fields for its `ErrorSummary`. */
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
