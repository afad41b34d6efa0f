import { expect, test } from 'vitest'
import { isAdditive, listCreatedTables } from './additive.ts'

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
  ['a column without a value', [column('"email" text')]],
  ['a time', [column('"ended_at" timestamp with time zone')]],
  ['a list', [column(`"scopes" text[] DEFAULT '{}' NOT NULL`)]],
  ['a column with a default', [column(`"role" text DEFAULT 'helper' NOT NULL`)]],
  [
    'a column that is filled',
    [
      `-- Everyone becomes an owner.\n${column(`"role" text DEFAULT 'helper' NOT NULL`)}`,
      `UPDATE "users" SET "role" = 'owner';`,
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
    [column('"email" text'), 'CREATE INDEX "users_email" ON "users" USING btree ("email" DESC NULLS LAST);'],
  ],
])('%s can be left alone by an earlier version', ([, statements]) => {
  expect(isAdditive(statements)).toBe(true)
})

test.for<[string, string[]]>([
  ['a lost column', ['ALTER TABLE "users" DROP COLUMN "email";']],
  ['a column lost beside a new one', [column('"a" text, DROP COLUMN "username"')]],
  ['a lost table', ['DROP TABLE "visits";']],
  ['another type', ['ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE integer;']],
  ['a column that needs a value', [column('"email" text NOT NULL')]],
  ['a column that needs a value, in small letters', [column('"email" text not null')]],
  ['a column whose comment has a default', [column('"email" text /* DEFAULT */ NOT NULL')]],
  ['a unique column', [column('"email" text UNIQUE')]],
  ['a unique index of an old table', ['CREATE UNIQUE INDEX "one" ON "users" USING btree ("email");']],
  ['an index of an old column', ['CREATE INDEX "one" ON "users" USING btree ("email");']],
  [
    'an index of an expression',
    [column('"email" text'), 'CREATE INDEX "one" ON "users" USING btree (("email"::int));'],
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
    [column('"role" text'), `UPDATE "users" SET "role" = 'owner', "email" = 'x';`],
  ],
  ['deleted rows', ['DELETE FROM "users";']],
  ['a second statement', ['CREATE INDEX "a" ON "users" ("id"); DROP TABLE "users";']],
])('%s is not for an earlier version', ([, statements]) => {
  expect(isAdditive(statements)).toBe(false)
})

test('tables that are created are found', () => {
  expect(listCreatedTables([`-- First\n${table()}`, key('visits', 'post_id', 'cascade')])).toEqual(['visits'])
})
