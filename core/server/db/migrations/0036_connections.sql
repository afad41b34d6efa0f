-- not additive
CREATE TABLE "connections" (
	"kind" text PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL,
	"sealed_secret" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" integer,
	CONSTRAINT "connections_known_kind" CHECK ("connections"."kind" in ('mail', 'ai', 'speech'))
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_action";--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_action" CHECK ("activity"."action" in ('signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed', 'password-link-made', 'password-reset', 'passkey-added', 'passkey-removed', 'codes-turned-on', 'codes-turned-off', 'recovery-codes-made', 'recovery-code-used', 'second-factor-reset', 'user-created', 'colleague-invited', 'invite-renewed', 'invite-withdrawn', 'colleague-joined', 'role-changed', 'access-ended', 'access-restored', 'token-created', 'token-used', 'token-revoked', 'post-published', 'post-scheduled', 'post-unpublished', 'post-trashed', 'post-restored', 'picture-deleted', 'comment-deleted', 'person-deleted', 'person-restored', 'spam-deleted', 'spam-restored', 'note-deleted', 'subscriber-removed', 'subscriber-erased', 'own-data-erased', 'issue-started', 'issue-paused', 'issue-resumed', 'subscribers-imported', 'people-exported', 'subscribers-exported', 'insights-exported', 'activity-exported', 'section-published', 'section-reset', 'setting-changed', 'connection-changed', 'connection-removed', 'secret-key-rotated', 'backup-made', 'backup-downloaded', 'backup-restored'));