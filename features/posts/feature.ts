import { sql } from 'drizzle-orm'
import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { postPaths } from './contract/post-paths.ts'
import { blogSection } from './contract/post-words.ts'
import { blogPosts, postRevisions } from './schema.ts'
import { postActions } from './server/actions.ts'
import { sweepActions } from './server/disclosure.ts'
import { mediaUses } from './server/reading/media-uses.ts'
import { addPostReadingRoutes } from './server/reading/routes.ts'
import { sweepPreviewLinks } from './server/writing/preview-links.ts'
import { resanitizeJob, resanitizePosts } from './server/writing/resanitize.ts'
import { addPostWritingRoutes } from './server/writing/routes.ts'
import { emptyTrash } from './server/writing/trash.ts'
import { blog } from './words/blog.ts'

export const posts = {
  addresses: postPaths,
  routes: [addPostReadingRoutes, addPostWritingRoutes],
  jobs: [jobWork(resanitizeJob, resanitizePosts)],
  sections: [{ ...blogSection, original: blog }],
  mediaUses,
  sweeps: [emptyTrash, sweepPreviewLinks, sweepActions],
  usernameColumns: [blogPosts.disclosureReviewedBy, postRevisions.savedBy],
  actions: postActions,
  subjects: { post: { label: 'Post', rows: sql`select id, title as name from blog_posts` } },
} satisfies Feature
