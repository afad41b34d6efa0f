import { fitTyped } from '../../../contracts/site-content/complete.ts'
import type { Fields, FieldValues } from '../../../contracts/site-content/fields.ts'
import type { Section } from '../../../contracts/site-content/section.ts'
import { type SectionState, sectionSave } from '../../../contracts/site-content/section-api.ts'
import type { EditedRecord } from '../../editing/record/record-edit.ts'

export type SectionValue = FieldValues<Fields>

export const sectionRecord = ({ id, fields }: Section): EditedRecord<SectionValue, SectionState> => ({
  keyOf: () => `section:${id}`,
  endpoint: sectionSave,
  // The cast is safe: the server completes each stored value to the fields of the section.
  valuesOf: ({ value }) => value as SectionValue,
  complete: (kept) => fitTyped(fields, kept),
})
