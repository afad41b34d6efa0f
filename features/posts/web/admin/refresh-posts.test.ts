import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../../../core/web/admin/api.ts'
import { changesPublicPosts, refreshPosts } from './refresh-posts.ts'

test('a save loads the shown lists and the newest posts again, and an autosave only marks them', async () => {
  const queries = createQueryClient()
  const loads: string[] = []
  const show = (queryKey: unknown[]) => {
    const queryFn = () => loads.push(JSON.stringify(queryKey))
    return new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {})
  }
  const all = [['/api/blog'], ['/api/blog', { status: 'draft' }], ['/api/blog/recent'], ['/api/news']]
  const hide = all.map(show)
  await expect.poll(() => loads).toHaveLength(4)
  refreshPosts(queries)
  await expect.poll(() => loads.slice(4)).toEqual(all.slice(0, 3).map((key) => JSON.stringify(key)))

  refreshPosts(queries, { isAutosave: true })
  await new Promise((resolve) => setTimeout(resolve))
  expect(loads).toHaveLength(7)
  for (const stop of hide) stop()
  show(['/api/blog'])
  await expect.poll(() => loads).toHaveLength(8)
})

test('only requests that can change what is public count as publications', () => {
  for (const path of ['/api/blog', '/api/blog/12', '/api/blog/12/restore'])
    expect(changesPublicPosts(path), path).toBe(true)
  const ofPosts = ['generate-ai-content', 'disclosure', '12/preview-links'].map((part) => `/api/blog/${part}`)
  for (const path of [...ofPosts, '/api/ai/check', '/api/settings/samples'])
    expect(changesPublicPosts(path), path).toBe(false)
})
