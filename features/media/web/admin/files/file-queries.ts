import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { useListPage } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { fileList } from '../../../contract/files.ts'

const filesPerPage = 25

/** Matches the cached queries of all lists of files, for invalidating them */
export const allFiles = { queryKey: queryKeyOf(fileList) }

/** The files whose name contains `q` */
export const useFiles = (q: string) =>
  useListPage(fileList, { query: { q: q.trim() === '' ? undefined : q, limit: filesPerPage } })
