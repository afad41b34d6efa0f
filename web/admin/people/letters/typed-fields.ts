import { type FieldValues, laterFields } from '../../../../contracts/letter-fields.ts'

/** The values that are put into the text now. The server puts in the others when the letter is sent. */
export function typedFields(fields: FieldValues): FieldValues {
  const now = Object.entries(fields).filter(([field]) => !laterFields.some((later) => later === field))
  return Object.fromEntries(now) as FieldValues
}
