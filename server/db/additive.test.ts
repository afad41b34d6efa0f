import { expect, test } from 'vitest'
import { isAdditive, listCreatedTables } from './additive.ts'

const table = 'CREATE TABLE "visits" (\n\t"id" serial PRIMARY KEY NOT NULL,\n\t"post_id" integer NOT NULL\n);'
const key = (from: string, column: string, onDelete: string) =>
  `ALTER TABLE "${from}" ADD CONSTRAINT "a_key" FOREIGN KEY ("${column}") REFERENCES "public"."blog_posts"("id") ON DELETE ${onDelete} ON UPDATE no action;`

test.for<[string, string[]]>([
  ['a new table', [table]],
  ['a new table with a key', [table, key('visits', 'post_id', 'cascade')]],
  [
    'a new table with a unique index',
    [table, 'CREATE UNIQUE INDEX "one" ON "visits" USING btree ("post_id");'],
  ],
  ['a new table with a constraint', [table, 'ALTER TABLE "visits" ADD CONSTRAINT "x" UNIQUE("post_id");']],
  ['a column without a value', ['ALTER TABLE "users" ADD COLUMN "email" text;']],
  ['a column with a default', [`ALTER TABLE "users" ADD COLUMN "role" text DEFAULT 'helper' NOT NULL;`]],
  [
    'a column that is filled',
    [
      `-- Everyone becomes an owner.\nALTER TABLE "users" ADD COLUMN "role" text DEFAULT 'helper' NOT NULL;`,
      `UPDATE "users" SET "role" = 'owner';`,
    ],
  ],
  [
    'a column with a key',
    ['ALTER TABLE "users" ADD COLUMN "post_id" integer;', key('users', 'post_id', 'set null')],
  ],
  ['an index', ['CREATE INDEX "users_email" ON "users" USING btree ("email");']],
])('%s can be left alone by an earlier version', ([, statements]) => {
  expect(isAdditive(statements)).toBe(true)
})

test.for<[string, string[]]>([
  ['a lost column', ['ALTER TABLE "users" DROP COLUMN "email";']],
  ['a lost table', ['DROP TABLE "visits";']],
  ['another type', ['ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE integer;']],
  ['a column that needs a value', ['ALTER TABLE "users" ADD COLUMN "email" text NOT NULL;']],
  ['a unique column', ['ALTER TABLE "users" ADD COLUMN "email" text UNIQUE;']],
  ['a unique index of an old table', ['CREATE UNIQUE INDEX "one" ON "users" USING btree ("email");']],
  ['a constraint of an old table', ['ALTER TABLE "users" ADD CONSTRAINT "x" CHECK (id > 0);']],
  ['a key of an old column', [key('users', 'id', 'cascade')]],
  ['a key that keeps rows from being deleted', [table, key('visits', 'post_id', 'no action')]],
  ['other values in an old column', [`UPDATE "users" SET "email" = 'x';`]],
  [
    'other values beside a new column',
    ['ALTER TABLE "users" ADD COLUMN "role" text;', `UPDATE "users" SET "role" = 'owner', "email" = 'x';`],
  ],
  ['deleted rows', ['DELETE FROM "users";']],
  ['a second statement', ['CREATE INDEX "a" ON "users" ("id"); DROP TABLE "users";']],
])('%s is not for an earlier version', ([, statements]) => {
  expect(isAdditive(statements)).toBe(false)
})

test('tables that are created are found', () => {
  expect(listCreatedTables(['-- First\n'.concat(table), key('visits', 'post_id', 'cascade')])).toEqual([
    'visits',
  ])
})
