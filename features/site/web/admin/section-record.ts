import type { Fields, FieldValues } from '../../../../core/contract/site-content/fields.ts'
import type { EditedRecord } from '../../../../core/web/editing/record/record-edit.ts'
import { fitTyped } from '../../contract/site-content/complete.ts'
import type { Section } from '../../contract/site-content/section.ts'
import { type SectionState, sectionSave } from '../../contract/site-content/section-api.ts'

export type SectionValue = FieldValues<Fields>

export const sectionRecord = ({ id, fields }: Section): EditedRecord<SectionValue, SectionState> => ({
  keyOf: () => `section:${id}`,
  endpoint: sectionSave,
  // The cast is safe: the server completes each stored value to the fields of the section.
  valuesOf: ({ value }) => value as SectionValue,
  complete: (kept) => fitTyped(fields, kept),
})
