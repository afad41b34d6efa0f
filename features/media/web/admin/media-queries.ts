import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { mediaList } from '../../contract/media.ts'

const picturesPerPage = 24

/** Matches the cached queries of all lists of pictures, for invalidating them */
export const allPictures = { queryKey: queryKeyOf(mediaList) }

/** The pictures whose description or file name contains `q` */
export const usePictures = (q: string) =>
  useListPage(mediaList, { query: { q: q.trim() === '' ? undefined : q, limit: picturesPerPage } })
