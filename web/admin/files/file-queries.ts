import { fileList } from '../../../contracts/files.ts'
import { listQuery, queryKeyOf } from '../api.ts'

const filesPerPage = 25

/** Matches the cached queries of all lists of files, for invalidating them */
export const allFiles = { queryKey: queryKeyOf(fileList) }

/** The files whose name contains `q` */
export const filesQuery = (q: string) =>
  listQuery(fileList, { query: { q: q.trim() === '' ? undefined : q, limit: filesPerPage } })
