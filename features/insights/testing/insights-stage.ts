import type { TestServer } from '../../../tests/helpers/launch-server.ts'

export async function seed(server: TestServer): Promise<void> {
  await server.query(
    `insert into calendar_clicks (service, source, created_at)
     select case when n % 5 = 0 then 'calmpath' else 'get-started' end, '/',
       timestamptz '2026-03-03 15:00Z' + n * interval '7 hours'
     from generate_series(0, 79) as n`,
  )
  await server.query(
    `insert into blog_posts (title, slug, excerpt, content, author, author_type, published_at)
     values ('A post', 'a-post', 'e', '<p>c</p>', 'Ann', 'human', '2026-03-12 12:00Z')`,
  )
  await server.query('insert into post_slugs select slug, id from blog_posts')
  await server.query(
    `insert into page_views (day, path, views)
     values ('2026-03-05', '/', 400), ('2026-03-05', '/blog/a-post', 40), ('2026-03-20', '/blog/a-post', 2)`,
  )
  await server.query(
    `insert into left_out (day, what, count) values ('2026-03-05', 'click-bots', 3), ('2026-03-05', 'view-bots', 1234)`,
  )
  await server.query(
    `insert into training_waitlist (name, email, source, created_at) values ('P', 'p@example.org', '/waitlist', '2026-03-10')`,
  )
}
