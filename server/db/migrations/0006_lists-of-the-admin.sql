DROP INDEX "blog_posts_newest";--> statement-breakpoint
CREATE INDEX "blog_posts_kept" ON "blog_posts" USING btree ("published_at","id") WHERE "blog_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "blog_posts_drafts" ON "blog_posts" USING btree ("published_at","id") WHERE not "blog_posts"."is_published" and "blog_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "blog_posts_trash" ON "blog_posts" USING btree ("published_at","id") WHERE "blog_posts"."deleted_at" is not null;