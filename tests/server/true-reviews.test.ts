import { expect, test } from 'vitest'
import { jobPlans } from '../../app/features.ts'
import { applyMigrations } from '../../core/server/db/migrate.ts'
import { prepareDatabase } from '../../core/server/jobs/prepare-database.ts'
import { connectToEmptyDatabase } from '../helpers/empty-database.ts'

/** `when` of 0044_training_zones.sql in core/server/db/migrations/meta/_journal.json, the last migration before `review_asked` */
const before = 1795561485913

test('an upgrade keeps a review only if Activity shows that a person was asked, and an import’s author is unknown', async () => {
  const { client, connectionString } = await connectToEmptyDatabase()
  await applyMigrations(client, before)
  const titles = ['from a draft', 'at once', 'by token', 'changed later', 'no trace', 'imported']
  await client.query(
    `insert into blog_posts (id, title, slug, excerpt, content, author, author_type, created_at,
       disclosure_reviewed_by, disclosure_reviewed_at)
     select n, title, n::text, '', '', '', 'ai', '2026-11-01', 'Ann',
       case title when 'at once' then '2026-11-01' when 'changed later' then '2026-11-03' else '2026-11-02' end
       ::timestamptz from unnest($1::text[]) with ordinality as listed (title, n)`,
    [titles],
  )
  await client.query(`
    insert into activity (kind, action, actor, user_id, token_id, subject, subject_id, at) values
      ('post', 'post-published', 'user', 1, null, 'post', 1, '2026-11-02'),
      ('post', 'post-published', 'user', 1, null, 'post', 2, '2026-11-01'),
      ('post', 'post-published', 'user', 1, 5, 'post', 3, '2026-11-02'),
      ('post', 'post-published', 'user', 1, null, 'post', 4, '2026-11-02');
    insert into site_imports (id, state, origin, files, options) values (1, 'finished', 'command', '[]', '{}');
    insert into import_items (key, import_id, kind, post_id, version) values ('a', 1, 'post', 6, '1')`)

  await prepareDatabase(connectionString, jobPlans)

  const { rows } = await client.query(
    'select title, review_asked as asked, author_stated as stated from blog_posts order by id',
  )
  expect(rows).toEqual(
    titles.map((title) => ({ title, asked: title === 'from a draft', stated: title !== 'imported' })),
  )
})
