-- not additive
CREATE TABLE "password_links" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"made_by" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_action";--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_links_made_by" ON "password_links" USING btree ("made_by");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_action" CHECK ("activity"."action" in ('signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed', 'password-link-made', 'password-reset', 'passkey-added', 'passkey-removed', 'codes-turned-on', 'codes-turned-off', 'recovery-codes-made', 'recovery-code-used', 'second-factor-reset', 'user-created', 'colleague-invited', 'invite-renewed', 'invite-withdrawn', 'colleague-joined', 'role-changed', 'access-ended', 'access-restored', 'token-created', 'token-used', 'token-revoked', 'post-published', 'post-scheduled', 'post-unpublished', 'post-trashed', 'post-restored', 'picture-deleted', 'person-deleted', 'person-restored', 'spam-deleted', 'spam-restored', 'subscriber-removed', 'subscriber-erased', 'own-data-erased', 'issue-started', 'issue-paused', 'issue-resumed', 'subscribers-imported', 'people-exported', 'subscribers-exported', 'insights-exported', 'activity-exported', 'setting-changed', 'backup-made', 'backup-downloaded', 'backup-restored'));