import { sql } from 'drizzle-orm'
import { blog } from '../../content/blog.ts'
import { blogSection } from '../../contracts/post-words.ts'
import { blogPosts, postRevisions } from '../db/schema/posts.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { postActions } from './actions.ts'
import { sweepActions } from './disclosure.ts'
import { mediaUses } from './reading/media-uses.ts'
import { addPostReadingRoutes } from './reading/routes.ts'
import { sweepPreviewLinks } from './writing/preview-links.ts'
import { resanitizeJob, resanitizePosts } from './writing/resanitize.ts'
import { addPostWritingRoutes } from './writing/routes.ts'
import { emptyTrash } from './writing/trash.ts'

export const posts = {
  routes: [addPostReadingRoutes, addPostWritingRoutes],
  jobs: [jobWork(resanitizeJob, resanitizePosts)],
  sections: [{ ...blogSection, original: blog }],
  mediaUses,
  sweeps: [emptyTrash, sweepPreviewLinks, sweepActions],
  usernameColumns: [blogPosts.disclosureReviewedBy, postRevisions.savedBy],
  actions: postActions,
  subjects: { post: { label: 'Post', rows: sql`select id, title as name from blog_posts` } },
} satisfies Feature
