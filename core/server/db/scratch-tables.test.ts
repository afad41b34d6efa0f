import { count, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../features/accounts/schema/accounts.ts'
import { blogPosts } from '../../../features/posts/schema.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { activity } from './schema/activity.ts'
import { settings } from './schema/settings.ts'
import { withScratchTables } from './scratch-tables.ts'

async function startWithPost() {
  const server = await startTestServer()
  await server.query(
    `insert into blog_posts (title, slug, excerpt, content, author, author_type)
     values ('Ours', 'ours', '', '<p>Long text</p>', 'Ann', 'human')`,
  )
  await server.query(`insert into settings (key, value) values ('a', '1')`)
  return server
}

test('a session works on copies of tables, with numbers of their own', async () => {
  const server = await startWithPost()
  const tables = {
    copied: [{ table: blogPosts, blank: ['content'] }, { table: settings }],
    empty: [activity],
  }
  const added = await withScratchTables(server.connectionString, tables, async (db) => {
    expect(await db.select({ slug: blogPosts.slug, content: blogPosts.content }).from(blogPosts)).toEqual([
      { slug: 'ours', content: '' },
    ])
    return db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`
        insert into blog_posts (title, slug, excerpt, content, author, author_type)
        values ('Theirs', 'theirs', '', '<p>Two words</p>', 'Ben', 'human') returning id, words`)
      await tx.update(settings).set({ value: 2 }).where(eq(settings.key, 'a'))
      await tx.select().from(blogPosts).where(eq(blogPosts.slug, 'ours')).for('update')
      // The real rows are neither locked nor changed, and the real sequence gives the next number.
      await server.query(`update settings set value = '3' where key = 'a'`)
      await server.query(
        `insert into blog_posts (title, slug, excerpt, content, author, author_type)
         values ('Theirs', 'theirs', '', '', 'Cid', 'human')`,
      )
      return rows
    })
  })
  expect(added).toEqual([{ id: 2, words: 2 }])
  expect(await server.query('select id, author from blog_posts order by id')).toEqual([
    { id: 1, author: 'Ann' },
    { id: 2, author: 'Cid' },
  ])
  expect(await server.query(`select value from settings where key = 'a'`)).toEqual([{ value: 3 }])
})

test('constraints hold in the copies', async () => {
  const server = await startWithPost()
  const add = withScratchTables(
    server.connectionString,
    { copied: [{ table: settings }], empty: [] },
    async (db) => {
      await db.insert(settings).values({ key: 'a', value: 2 })
    },
  )
  await expect(add).rejects.toMatchObject({ cause: { code: '23505' } })
})

test('a table without a copy can be read only', async () => {
  const server = await startWithPost()
  const read = withScratchTables(server.connectionString, { copied: [], empty: [] }, (db) =>
    db.select({ number: count() }).from(settings),
  )
  await expect(read).resolves.toHaveLength(1)
  const write = withScratchTables(server.connectionString, { copied: [], empty: [] }, async (db) => {
    await db.delete(users)
  })
  await expect(write).rejects.toThrow('a dry run has no copy of the table in: delete from "users"')
})
