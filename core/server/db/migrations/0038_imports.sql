-- not additive
CREATE TABLE "import_items" (
	"key" text PRIMARY KEY NOT NULL,
	"import_id" integer NOT NULL,
	"kind" text NOT NULL,
	"post_id" integer,
	"media_id" integer,
	"row_id" integer,
	"version" text NOT NULL,
	CONSTRAINT "import_items_known_kind" CHECK ("import_items"."kind" in ('post', 'picture', 'file', 'menu', 'section', 'setting', 'person', 'subscriber'))
);
--> statement-breakpoint
CREATE TABLE "import_notes" (
	"id" serial PRIMARY KEY NOT NULL,
	"import_id" integer NOT NULL,
	"phase" text NOT NULL,
	"about" text NOT NULL,
	"detail" text NOT NULL,
	CONSTRAINT "import_notes_known_phase" CHECK ("import_notes"."phase" in ('check', 'import', 'undo'))
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"from_path" text PRIMARY KEY NOT NULL,
	"to" text,
	"post_id" integer,
	"import_id" integer,
	CONSTRAINT "redirects_one_target" CHECK (num_nonnulls("redirects"."to", "redirects"."post_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "site_imports" (
	"id" serial PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"origin" text NOT NULL,
	"files" jsonb NOT NULL,
	"format" text,
	"site_url" text,
	"options" jsonb DEFAULT '{"status":"as-in-file"}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"entries" integer,
	"checked" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by" integer,
	"checked_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "site_imports_known_state" CHECK ("site_imports"."state" in ('uploading', 'uploaded', 'checking', 'checked', 'importing', 'finished', 'canceled', 'failed', 'undoing', 'undone')),
	CONSTRAINT "site_imports_known_origin" CHECK ("site_imports"."origin" in ('upload', 'command')),
	CONSTRAINT "site_imports_known_format" CHECK ("site_imports"."format" in ('wordpress', 'ghost', 'markdown', 'feed', 'everyday-ai'))
);
--> statement-breakpoint
CREATE TABLE "stored_parts" (
	"folder" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	CONSTRAINT "stored_parts_folder_number_pk" PRIMARY KEY("folder","number")
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_kind";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_action";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_subject";--> statement-breakpoint
ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_known_scopes";--> statement-breakpoint
ALTER TABLE "post_revisions" DROP CONSTRAINT "post_revisions_known_cause";--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "feed_id" text;--> statement-breakpoint
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_import_id_site_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."site_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_notes" ADD CONSTRAINT "import_notes_import_id_site_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."site_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_import_id_site_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."site_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_imports" ADD CONSTRAINT "site_imports_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_items_import" ON "import_items" USING btree ("import_id","kind");--> statement-breakpoint
CREATE INDEX "import_items_post" ON "import_items" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "import_items_media" ON "import_items" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "import_notes_import" ON "import_notes" USING btree ("import_id","phase","id");--> statement-breakpoint
CREATE INDEX "redirects_post" ON "redirects" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "redirects_import" ON "redirects" USING btree ("import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "site_imports_one_busy" ON "site_imports" USING btree ((true)) WHERE "site_imports"."state" in ('checking', 'importing', 'undoing');--> statement-breakpoint
CREATE INDEX "media_sha256" ON "media" USING btree ("sha256");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_kind" CHECK ("activity"."kind" in ('sign-in', 'account', 'team', 'token', 'post', 'person', 'newsletter', 'export', 'import', 'site', 'setting', 'backup'));--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_action" CHECK ("activity"."action" in ('signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed', 'password-link-made', 'password-reset', 'passkey-added', 'passkey-removed', 'codes-turned-on', 'codes-turned-off', 'recovery-codes-made', 'recovery-code-used', 'second-factor-reset', 'user-created', 'colleague-invited', 'invite-renewed', 'invite-withdrawn', 'colleague-joined', 'role-changed', 'access-ended', 'access-restored', 'token-created', 'token-used', 'token-revoked', 'post-published', 'post-scheduled', 'post-unpublished', 'post-trashed', 'post-restored', 'picture-deleted', 'comment-deleted', 'person-deleted', 'person-restored', 'spam-deleted', 'spam-restored', 'note-deleted', 'subscriber-removed', 'subscriber-erased', 'own-data-erased', 'issue-started', 'issue-paused', 'issue-resumed', 'subscribers-imported', 'people-exported', 'subscribers-exported', 'insights-exported', 'activity-exported', 'import-started', 'import-finished', 'import-undone', 'section-published', 'section-reset', 'setting-changed', 'connection-changed', 'connection-removed', 'secret-key-rotated', 'backup-made', 'backup-downloaded', 'backup-restored'));--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_subject" CHECK ("activity"."subject" in ('post', 'picture', 'comment', 'waitlist', 'contact', 'note', 'subscriber', 'issue', 'user', 'invite', 'token', 'import'));--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_move_a_week" CHECK (not scopes && array['import-site', 'export-site']::text[] or "api_tokens"."expires_at" <= "api_tokens"."created_at" + interval '7 days');--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_known_scopes" CHECK (scopes <@ array['read-posts', 'write-drafts', 'publish', 'read-entries', 'import-site', 'export-site']::text[] and cardinality(scopes) > 0);--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_known_cause" CHECK ("post_revisions"."cause" in ('save', 'autosave', 'publish', 'unpublish', 'restore', 'import'));