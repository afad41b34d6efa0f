import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { paths } from '../../../contracts/paths.ts'
import { createQueryClient } from '../api.ts'
import { changesPublicPosts, refreshPosts } from './refresh-posts.ts'

test('a save loads the shown lists and the newest posts again, and an autosave only marks them', async () => {
  const queries = createQueryClient()
  const loads: string[] = []
  const show = (queryKey: unknown[]) => {
    const queryFn = () => loads.push(JSON.stringify(queryKey))
    return new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {})
  }
  const all = [
    [paths.api.blog],
    [paths.api.blog, { status: 'draft' }],
    [paths.api.recentPosts],
    ['/api/news'],
  ]
  const hide = all.map(show)
  await expect.poll(() => loads).toHaveLength(4)
  refreshPosts(queries)
  await expect.poll(() => loads.slice(4)).toEqual(all.slice(0, 3).map((key) => JSON.stringify(key)))

  refreshPosts(queries, { isAutosave: true })
  await new Promise((resolve) => setTimeout(resolve))
  expect(loads).toHaveLength(7)
  for (const stop of hide) stop()
  show([paths.api.blog])
  await expect.poll(() => loads).toHaveLength(8)
})

test('only requests that can change what is public count as publications', () => {
  const { blog, post, restorePost, generateAiContent, disclosure, previewLinks, aiCheck } = paths.api
  for (const path of [blog, post(12), restorePost(12)]) expect(changesPublicPosts(path), path).toBe(true)
  for (const path of [generateAiContent, disclosure, previewLinks(12), aiCheck, paths.api.samples])
    expect(changesPublicPosts(path), path).toBe(false)
})
