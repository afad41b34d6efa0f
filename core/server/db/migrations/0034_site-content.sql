-- not additive
CREATE TABLE "counted_buttons" (
	"service" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_section_revisions" (
	"id" serial PRIMARY KEY NOT NULL,
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_by" text NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "site_section_revisions_known_cause" CHECK ("site_section_revisions"."cause" in ('draft', 'publish', 'original'))
);
--> statement-breakpoint
CREATE TABLE "site_sections" (
	"section" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"published" jsonb,
	"published_at" timestamp with time zone,
	"draft" jsonb,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_kind";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_action";--> statement-breakpoint
ALTER TABLE "site_section_revisions" ADD CONSTRAINT "site_section_revisions_section_site_sections_section_fk" FOREIGN KEY ("section") REFERENCES "public"."site_sections"("section") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_section_revisions_section" ON "site_section_revisions" USING btree ("section","id");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_kind" CHECK ("activity"."kind" in ('sign-in', 'account', 'team', 'token', 'post', 'person', 'newsletter', 'export', 'site', 'setting', 'backup'));--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_action" CHECK ("activity"."action" in ('signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed', 'password-link-made', 'password-reset', 'passkey-added', 'passkey-removed', 'codes-turned-on', 'codes-turned-off', 'recovery-codes-made', 'recovery-code-used', 'second-factor-reset', 'user-created', 'colleague-invited', 'invite-renewed', 'invite-withdrawn', 'colleague-joined', 'role-changed', 'access-ended', 'access-restored', 'token-created', 'token-used', 'token-revoked', 'post-published', 'post-scheduled', 'post-unpublished', 'post-trashed', 'post-restored', 'picture-deleted', 'comment-deleted', 'person-deleted', 'person-restored', 'spam-deleted', 'spam-restored', 'note-deleted', 'subscriber-removed', 'subscriber-erased', 'own-data-erased', 'issue-started', 'issue-paused', 'issue-resumed', 'subscribers-imported', 'people-exported', 'subscribers-exported', 'insights-exported', 'activity-exported', 'section-published', 'section-reset', 'setting-changed', 'backup-made', 'backup-downloaded', 'backup-restored'));