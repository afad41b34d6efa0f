-- not additive
CREATE TABLE "files" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"ready_at" timestamp with time zone,
	CONSTRAINT "files_name_unique" UNIQUE("name"),
	CONSTRAINT "files_known_mime" CHECK ("files"."mime" in ('application/pdf'))
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_action";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_subject";--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "seo_title" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "seo_description" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "social_image_url" text;--> statement-breakpoint
-- Written by hand: drizzle-kit adds the generated column before the one that it reads, and forgets its index.
ALTER TABLE "blog_posts" drop column "pictures";--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "pictures" text[] GENERATED ALWAYS AS (string_to_array(btrim(regexp_replace(coalesce(image_url, '') || ' ' || coalesce(social_image_url, '') || ' ' || content || ' ', '.*?(/media/([0-9a-f]{32})-|$)', ' \2', 'g')), ' ')) STORED;--> statement-breakpoint
CREATE INDEX "blog_posts_pictures" ON "blog_posts" USING gin ("pictures");--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "files" text[] GENERATED ALWAYS AS (string_to_array(btrim(regexp_replace(content || ' ', '.*?(/files/([0-9a-f]{32})/|$)', ' \2', 'g')), ' ')) STORED;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD COLUMN "seo_title" text;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD COLUMN "seo_description" text;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD COLUMN "social_image_url" text;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_posts_files" ON "blog_posts" USING gin ("files");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_action" CHECK ("activity"."action" in ('signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed', 'password-link-made', 'password-reset', 'passkey-added', 'passkey-removed', 'codes-turned-on', 'codes-turned-off', 'recovery-codes-made', 'recovery-code-used', 'second-factor-reset', 'user-created', 'colleague-invited', 'invite-renewed', 'invite-withdrawn', 'colleague-joined', 'role-changed', 'access-ended', 'access-restored', 'token-created', 'token-used', 'token-revoked', 'post-published', 'post-scheduled', 'post-unpublished', 'post-trashed', 'post-restored', 'picture-deleted', 'file-deleted', 'comment-deleted', 'person-deleted', 'person-restored', 'spam-deleted', 'spam-restored', 'note-deleted', 'subscriber-removed', 'subscriber-erased', 'own-data-erased', 'issue-started', 'issue-paused', 'issue-resumed', 'subscribers-imported', 'people-exported', 'subscribers-exported', 'insights-exported', 'activity-exported', 'section-published', 'section-reset', 'setting-changed', 'connection-changed', 'connection-removed', 'secret-key-rotated', 'backup-made', 'backup-downloaded', 'backup-restored'));--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_subject" CHECK ("activity"."subject" in ('post', 'picture', 'file', 'comment', 'waitlist', 'contact', 'note', 'subscriber', 'issue', 'user', 'invite', 'token'));