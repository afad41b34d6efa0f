-- additive
ALTER TABLE "blog_posts" ADD COLUMN "kind" text DEFAULT 'post' NOT NULL;--> statement-breakpoint
ALTER TABLE "post_slugs" ADD COLUMN "kind" text DEFAULT 'post' NOT NULL;--> statement-breakpoint
CREATE INDEX "blog_posts_kind" ON "blog_posts" USING btree ("kind");--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_known_kind" CHECK ("blog_posts"."kind" in ('post', 'page'));--> statement-breakpoint
ALTER TABLE "post_slugs" ADD CONSTRAINT "post_slugs_known_kind" CHECK ("post_slugs"."kind" in ('post', 'page'));