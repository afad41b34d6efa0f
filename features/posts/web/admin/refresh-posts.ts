import type { QueryClient } from '@tanstack/react-query'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { postList, recentPostList } from '../../contract/posts.ts'

/** Keys of what a change of a post changes: the lists of posts and the newest posts */
export const postQueries = [queryKeyOf(postList), queryKeyOf(recentPostList)]

/**
 * Reloads what a save changes: the lists of posts and the newest posts. After an autosave they are loaded when they are shown
 * the next time.
 */
export function refreshPosts(queries: QueryClient, { isAutosave = false } = {}): void {
  const refetchType = isAutosave ? 'none' : 'active'
  for (const queryKey of postQueries) void queries.invalidateQueries({ queryKey, refetchType })
}

/** True if a write request to this path may publish a post, unpublish it, or move it to the trash or back */
export const changesPublicPosts = (path: string) => /^\/api\/blog(\/\d+(\/restore)?)?$/.test(path)
