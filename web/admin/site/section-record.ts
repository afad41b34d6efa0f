import { fitTyped } from '../../../contracts/site-content/complete.ts'
import type { Fields, FieldValues } from '../../../contracts/site-content/fields.ts'
import { type SectionState, sectionSave } from '../../../contracts/site-content/section-api.ts'
import { type SectionId, sectionFields } from '../../../contracts/site-content/sections.ts'
import type { EditedRecord } from '../../editing/record/record-edit.ts'

export type SectionValue = FieldValues<Fields>

export const sectionRecord = (section: SectionId): EditedRecord<SectionValue, SectionState> => ({
  keyOf: () => `section:${section}`,
  endpoint: sectionSave,
  // The cast is safe: the server completes each stored value to the fields of the section.
  valuesOf: ({ value }) => value as SectionValue,
  complete: (kept) => fitTyped<Fields>(sectionFields[section], kept),
})
