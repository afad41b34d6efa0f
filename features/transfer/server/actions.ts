import {
  action,
  count,
  detailed,
  exportKind,
  number,
  recorderOf,
} from '../../../core/server/activity/record-activity.ts'

const importKind = { name: 'import', label: 'Imports', order: 10 }

export const transferActions = {
  'export-made': action(exportKind, 'Exported the whole site'),
  'export-deleted': action(exportKind, 'Deleted an export of the whole site'),
  'export-downloaded': action(exportKind, 'Downloaded an export of the whole site'),
  'import-started': action(importKind, 'Started an import', ['import']),
  'import-finished': detailed(
    importKind,
    { posts: count, pages: count, pictures: count },
    ({ posts, pages, pictures }) =>
      `Finished an import: ${number.format(posts)} posts, ${number.format(pages)} pages, ${number.format(pictures)} images`,
    ['import'],
  ),
  'import-undone': action(importKind, 'Undid an import', ['import']),
}
export const recordActivity = recorderOf(transferActions)
