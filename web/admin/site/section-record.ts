import { fitTyped } from '../../../contracts/site-content/complete.ts'
import type { Fields, FieldValues } from '../../../contracts/site-content/fields.ts'
import { type SectionState, sectionSave } from '../../../contracts/site-content/section-api.ts'
import { type SectionId, sectionFields } from '../../../contracts/site-content/sections.ts'
import type { FormRecord } from '../../editing/record/form-edit.ts'

export type SectionValue = FieldValues<Fields>

export const sectionRecord = (section: SectionId): FormRecord<SectionValue, SectionState> => ({
  key: `section:${section}`,
  endpoint: sectionSave,
  // The cast is safe: the server completes each stored value to the fields of the section.
  valuesOf: ({ value }) => value as SectionValue,
  fit: (kept) => fitTyped<Fields>(sectionFields[section], kept),
})
