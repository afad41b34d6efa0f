import type { PersonalRows } from '../../../tests/helpers/personal-rows.ts'

/** Its tables are about files of imports and exports. */
export const personalRows: PersonalRows = {
  withoutPersons: ['import_items', 'import_notes', 'site_exports', 'site_imports', 'stored_parts'],
}
