-- additive
ALTER TABLE "blog_posts" ADD COLUMN "review_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "author_stated" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- Earlier versions stored everyone who published AI text as its reviewer. A person was asked if, as far as Activity shows,
-- a user without an API token published what was a draft before; the simple admin, which did not ask, publishes at once.
UPDATE "blog_posts" SET "review_asked" = true WHERE EXISTS (SELECT 1 FROM "activity" WHERE "subject" = 'post' AND "subject_id" = "blog_posts"."id" AND ("action" = 'post-published' OR "action" = 'post-scheduled') AND "actor" = 'user' AND "token_id" IS NULL AND "at" = "disclosure_reviewed_at" AND "at" > "created_at");--> statement-breakpoint
UPDATE "blog_posts" SET "author_stated" = false WHERE EXISTS (SELECT 1 FROM "import_items" WHERE "post_id" = "blog_posts"."id");
