-- not additive
CREATE TABLE "activity" (
	"id" serial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"actor" text NOT NULL,
	"user_id" integer,
	"token_id" integer,
	"subject" text,
	"subject_id" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "activity_known_kind" CHECK ("activity"."kind" in ('sign-in', 'account', 'team', 'token', 'post', 'person', 'newsletter', 'export', 'setting', 'backup')),
	CONSTRAINT "activity_known_action" CHECK ("activity"."action" in ('signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed', 'password-reset', 'passkey-added', 'passkey-removed', 'codes-turned-on', 'codes-turned-off', 'recovery-codes-made', 'recovery-code-used', 'second-factor-reset', 'user-created', 'colleague-invited', 'invite-renewed', 'invite-withdrawn', 'colleague-joined', 'role-changed', 'access-ended', 'access-restored', 'token-created', 'token-used', 'token-revoked', 'post-published', 'post-scheduled', 'post-unpublished', 'post-trashed', 'post-restored', 'picture-deleted', 'person-deleted', 'person-restored', 'spam-deleted', 'spam-restored', 'subscriber-removed', 'subscriber-erased', 'own-data-erased', 'issue-started', 'issue-paused', 'issue-resumed', 'subscribers-imported', 'people-exported', 'subscribers-exported', 'subscriber-exported', 'insights-exported', 'activity-exported', 'setting-changed', 'backup-made', 'backup-downloaded', 'backup-restored')),
	CONSTRAINT "activity_known_actor" CHECK ("activity"."actor" in ('user', 'command', 'server', 'visitor')),
	CONSTRAINT "activity_known_subject" CHECK ("activity"."subject" in ('post', 'picture', 'waitlist', 'contact', 'subscriber', 'issue', 'user', 'invite', 'token')),
	CONSTRAINT "activity_small_details" CHECK (octet_length("activity"."details"::text) <= 500)
);
--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "activity_kind" ON "activity" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "activity_user" ON "activity" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_user_kind" ON "activity" USING btree ("user_id","kind","at","id");--> statement-breakpoint
-- A restore drops the tables and keeps the function, hence OR REPLACE.
CREATE OR REPLACE FUNCTION "public"."keep_activity"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD."at" < now() - interval '1 year' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'activity is append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'activity_append_only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "activity_append_only" BEFORE UPDATE OR DELETE ON "activity"
FOR EACH ROW EXECUTE FUNCTION "public"."keep_activity"();--> statement-breakpoint
CREATE TRIGGER "activity_no_truncate" BEFORE TRUNCATE ON "activity"
FOR EACH STATEMENT EXECUTE FUNCTION "public"."keep_activity"();
