-- not additive
CREATE TABLE "site_exports" (
	"id" serial PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"folder" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"bytes" bigint,
	"sha256" text,
	"counts" jsonb,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by" integer,
	"finished_at" timestamp with time zone,
	CONSTRAINT "site_exports_known_state" CHECK ("site_exports"."state" in ('waiting', 'running', 'finished', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_action";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_subject";--> statement-breakpoint
ALTER TABLE "site_exports" ADD CONSTRAINT "site_exports_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "site_exports_one_open" ON "site_exports" USING btree ((true)) WHERE "site_exports"."state" in ('waiting', 'running');--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_action" CHECK ("activity"."action" in ('signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed', 'password-link-made', 'password-reset', 'passkey-added', 'passkey-removed', 'codes-turned-on', 'codes-turned-off', 'recovery-codes-made', 'recovery-code-used', 'second-factor-reset', 'user-created', 'colleague-invited', 'invite-renewed', 'invite-withdrawn', 'colleague-joined', 'role-changed', 'access-ended', 'access-restored', 'token-created', 'token-used', 'token-revoked', 'post-published', 'post-scheduled', 'post-unpublished', 'post-trashed', 'post-restored', 'picture-deleted', 'file-deleted', 'comment-deleted', 'person-deleted', 'person-restored', 'spam-deleted', 'spam-restored', 'note-deleted', 'subscriber-removed', 'subscriber-erased', 'own-data-erased', 'issue-started', 'issue-paused', 'issue-resumed', 'subscribers-imported', 'people-exported', 'subscribers-exported', 'insights-exported', 'activity-exported', 'export-made', 'export-downloaded', 'import-started', 'import-finished', 'import-undone', 'section-published', 'section-reset', 'setting-changed', 'connection-changed', 'connection-removed', 'secret-key-rotated', 'backup-made', 'backup-downloaded', 'backup-restored'));--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_subject" CHECK ("activity"."subject" in ('post', 'picture', 'file', 'comment', 'waitlist', 'contact', 'note', 'subscriber', 'issue', 'user', 'invite', 'token', 'import'));
