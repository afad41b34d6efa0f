import { readFileSync } from 'node:fs'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectToEmptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { findHarm } from '../../../tests/helpers/schema-changes.ts'
import { createTestDatabase } from '../../../tests/helpers/test-database.ts'

const folder = new URL('./migrations/', import.meta.url)
const { entries } = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
  entries: { tag: string }[]
}
const migrations = readMigrationFiles({ migrationsFolder: folder.pathname }).map(({ sql }, index) => ({
  name: entries[index]?.tag ?? '',
  sql,
}))

test.for(migrations)('$name says in its first line whether it only adds', ({ sql }) => {
  expect(sql[0]).toMatch(/^-- (not )?additive\n/)
})

test('earlier versions can keep using the database after each additive migration', async () => {
  const { client } = await connectToEmptyDatabase()
  const harm: Record<string, string[]> = {}
  for (const { name, sql } of migrations) {
    const found = await findHarm(client, sql)
    if (sql[0]?.startsWith('-- additive\n')) harm[name] = found
  }
  expect(Object.keys(harm).length).toBeGreaterThan(10)
  expect(Object.entries(harm).filter(([, found]) => found.length > 0)).toEqual([])
})

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: await createTestDatabase(inject('templateUrl')) })
  await client.connect()
})
afterAll(() => client.end())

async function findHarmOf(statements: string[]): Promise<string[]> {
  await client.query('begin')
  return findHarm(client, statements).finally(() => client.query('rollback'))
}

const table = (name = 'visits', post = '"post_id" integer NOT NULL') =>
  `CREATE TABLE "${name}" (\n\t"id" serial PRIMARY KEY NOT NULL,\n\t${post},\n\t"at" timestamp with time zone DEFAULT now() NOT NULL\n);`
const key = (from: string, column: string, onDelete: string, to = 'blog_posts') =>
  `ALTER TABLE "${from}" ADD CONSTRAINT "a_key" FOREIGN KEY ("${column}") REFERENCES "public"."${to}"("id") ON DELETE ${onDelete} ON UPDATE no action;`
const column = (definition: string, name = 'users') => `ALTER TABLE "${name}" ADD COLUMN ${definition};`

test.for<[string, string[]]>([
  ['a new table', [table()]],
  ['a new table whose rows go with a post', [table(), key('visits', 'post_id', 'cascade')]],
  [
    'a new table whose rows forget a post',
    [table('visits', '"post_id" integer'), key('visits', 'post_id', 'set null')],
  ],
  [
    'a new table with a unique index',
    [table(), 'CREATE UNIQUE INDEX "one" ON "visits" USING btree ("post_id");'],
  ],
  ['a new table with a constraint', [table(), 'ALTER TABLE "visits" ADD CONSTRAINT "x" UNIQUE("post_id");']],
  ['a column without a value', [column('"fax" text')]],
  ['a time', [column('"ended_at" timestamp with time zone')]],
  ['a list', [column(`"scopes" text[] DEFAULT '{}' NOT NULL`)]],
  ['a column with a default', [column(`"rank" text DEFAULT 'helper' NOT NULL`)]],
  [
    'a column that is filled',
    [
      `-- Everyone becomes an owner.\n${column(`"rank" text DEFAULT 'helper' NOT NULL`)}`,
      `UPDATE "users" SET "rank" = 'owner';`,
    ],
  ],
  [
    'a column with its allowed values',
    [
      column(`"kind" text DEFAULT 'a' NOT NULL`),
      `ALTER TABLE "users" ADD CONSTRAINT "users_known_kind" CHECK ("users"."kind" in ('a', 'b'));`,
    ],
  ],
  ['a column with a key', [column('"post_id" integer'), key('users', 'post_id', 'set null')]],
  [
    'an index of a new column',
    [column('"fax" text'), 'CREATE INDEX "users_fax" ON "users" USING btree ("fax" DESC NULLS LAST);'],
  ],
])('%s can be left alone by an earlier version', async ([, statements]) => {
  expect(await findHarmOf(statements)).toEqual([])
})

test.for<[string, string[]]>([
  ['a lost column', ['ALTER TABLE "users" DROP COLUMN "email";']],
  ['a column lost beside a new one', [column('"a" text, DROP COLUMN "username"')]],
  ['a lost table', ['DROP TABLE "person_notes";']],
  ['another type', ['ALTER TABLE "users" ALTER COLUMN "username" SET DATA TYPE varchar(400);']],
  ['a column that needs a value', [column('"fax" text NOT NULL')]],
  ['a column that needs a value, in small letters', [column('"fax" text not null')]],
  ['a column whose comment has a default', [column('"fax" text /* DEFAULT */ NOT NULL')]],
  ['a unique column', [column('"fax" text UNIQUE')]],
  ['a unique index of an old table', ['CREATE UNIQUE INDEX "one" ON "users" USING btree ("email");']],
  ['an index of an old column', ['CREATE INDEX "one" ON "users" USING btree ("email");']],
  [
    'an index of an expression',
    [column('"fax" text'), 'CREATE INDEX "one" ON "users" USING btree (("fax"::int));'],
  ],
  ['a constraint of an old table', ['ALTER TABLE "users" ADD CONSTRAINT "x" CHECK (id > 0);']],
  [
    'allowed values of an old column',
    [
      column('"kind" text'),
      `ALTER TABLE "users" ADD CONSTRAINT "x" CHECK ("users"."role" in ('owner', 'editor'));`,
    ],
  ],
  [
    'allowed values of a new and an old column',
    [
      column('"kind" text'),
      `ALTER TABLE "users" ADD CONSTRAINT "x" CHECK ("users"."kind" in ('a') and "users"."role" in ('owner'));`,
    ],
  ],
  ['a key of an old column', [key('users', 'id', 'cascade')]],
  ['a key that keeps rows from being deleted', [table(), key('visits', 'post_id', 'no action')]],
  [
    'a key between new tables that keeps rows from being deleted',
    [
      table('trips'),
      table('stops', '"trip_id" integer NOT NULL'),
      key('trips', 'post_id', 'cascade'),
      key('stops', 'trip_id', 'no action', 'trips'),
    ],
  ],
  ['a key that empties a column that needs a value', [table(), key('visits', 'post_id', 'set null')]],
  [
    'a key with which rows of an old table get lost',
    [column('"owner_id" integer', 'training_waitlist'), key('training_waitlist', 'owner_id', 'cascade')],
  ],
  [
    'a key of a default value',
    [
      table('teams', '"name" text'),
      column('"team_id" integer DEFAULT 1'),
      key('users', 'team_id', 'set null'),
    ],
  ],
  ['other values in an old column', [`UPDATE "users" SET "email" = 'x';`]],
  [
    'other values beside a new column',
    [column('"rank" text'), `UPDATE "users" SET "rank" = 'owner', "username" = 'x';`],
  ],
  ['deleted rows', ['DELETE FROM "users";']],
  ['a second statement', ['CREATE TABLE "trips" ("id" integer); DROP TABLE "person_notes";']],
])('%s is not for an earlier version', async ([, statements]) => {
  expect(await findHarmOf(statements)).not.toEqual([])
})
