-- not additive
DROP TABLE "foreign_deletions" CASCADE;--> statement-breakpoint
DROP TABLE "foreign_ledgers" CASCADE;--> statement-breakpoint
DELETE FROM "import_items" WHERE "kind" NOT IN ('post', 'picture', 'file', 'menu');--> statement-breakpoint
ALTER TABLE "import_items" DROP CONSTRAINT "import_items_known_kind";--> statement-breakpoint
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_known_kind" CHECK ("import_items"."kind" in ('post', 'picture', 'file', 'menu'));