import * as z from 'zod/mini'
import { type MediaItem, mediaItem } from '../../../contracts/media.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { loadListPage } from '../api.ts'

/** Where lists of pictures are kept by TanStack Query: their keys begin with this. */
export const mediaListKey = paths.api.media

const picturesPerPage = 24

/** The query of a list of pictures that contain `q`. */
export function mediaList(q: string) {
  const query = new URLSearchParams({ limit: String(picturesPerPage), ...(q.trim() !== '' && { q }) })
  return {
    queryKey: [mediaListKey, { q }],
    initialPageParam: `${paths.api.media}?${query}`,
    queryFn: ({ pageParam }: { pageParam: string }) => loadListPage(pageParam, mediaItem),
    getNextPageParam: (page: { next: string | undefined }) => page.next,
  }
}

export async function describePicture(id: number, alt: string): Promise<MediaItem> {
  return z.parse(mediaItem, await callApi('PUT', paths.api.mediaItem(id), { alt }))
}

export async function deletePicture(id: number): Promise<void> {
  await callApi('DELETE', paths.api.mediaItem(id))
}
