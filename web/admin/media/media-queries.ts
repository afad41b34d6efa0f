import { mediaList } from '../../../contracts/media.ts'
import { listQuery, queryKeyOf } from '../api.ts'

const picturesPerPage = 24

/** Matches the cached queries of all lists of pictures, for invalidating them */
export const allPictures = { queryKey: queryKeyOf(mediaList) }

/** The pictures whose description or file name contains `q`. */
export const picturesQuery = (q: string) =>
  listQuery(mediaList, { query: { q: q.trim() === '' ? undefined : q, limit: picturesPerPage } })
