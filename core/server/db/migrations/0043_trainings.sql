-- not additive
CREATE TABLE "blocked_days" (
	"id" serial PRIMARY KEY NOT NULL,
	"trainer_id" integer NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date,
	"weekdays" integer[] DEFAULT '{}' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"file_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_days_order" CHECK ("blocked_days"."last_day" >= "blocked_days"."first_day"),
	CONSTRAINT "blocked_days_known_weekdays" CHECK ("blocked_days"."weekdays" <@ array[1,2,3,4,5,6,7])
);
--> statement-breakpoint
CREATE TABLE "calendar_files" (
	"id" serial PRIMARY KEY NOT NULL,
	"trainer_id" integer NOT NULL,
	"name" text NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_templates" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_templates_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "next_steps" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"text" text NOT NULL,
	"due_on" date NOT NULL,
	"owner_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" serial PRIMARY KEY NOT NULL,
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"entry_id" integer NOT NULL,
	"trainer_id" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"days" date[] NOT NULL,
	"starts_at" text NOT NULL,
	"ends_at" text NOT NULL,
	"format" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"head_count" integer,
	"price" text DEFAULT '' NOT NULL,
	"prepare" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"valid_until" date NOT NULL,
	"expires_at" timestamp with time zone,
	"token_hash" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by_admin" boolean DEFAULT false NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "offers_uid_unique" UNIQUE("uid"),
	CONSTRAINT "offers_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "offers_known_status" CHECK ("offers"."status" in ('draft', 'sent', 'accepted', 'other-days', 'declined', 'lapsed', 'withdrawn')),
	CONSTRAINT "offers_known_format" CHECK ("offers"."format" in ('in-person', 'online')),
	CONSTRAINT "offers_days" CHECK (cardinality("offers"."days") between 1 and 3),
	CONSTRAINT "offers_sent" CHECK ("offers"."status" = 'draft' or ("offers"."token_hash" is not null and "offers"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "plan_answers" (
	"entry_id" integer PRIMARY KEY NOT NULL,
	"city" text,
	"state" text,
	"zip" text,
	"group_size" integer,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"months" integer[] DEFAULT '{}' NOT NULL,
	"weekdays" integer[] DEFAULT '{}' NOT NULL,
	"format" text,
	"entered_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_answers_known_format" CHECK ("plan_answers"."format" in ('in-person', 'online', 'either')),
	CONSTRAINT "plan_answers_known_topics" CHECK ("plan_answers"."topics" <@ array['leadership', 'strategic-planning', 'fundraising', 'ai-implementation']::text[]),
	CONSTRAINT "plan_answers_known_months" CHECK ("plan_answers"."months" <@ array[1,2,3,4,5,6,7,8,9,10,11,12]),
	CONSTRAINT "plan_answers_known_weekdays" CHECK ("plan_answers"."weekdays" <@ array[1,2,3,4,5,6,7]),
	CONSTRAINT "plan_answers_group_size" CHECK ("plan_answers"."group_size" between 1 and 100000)
);
--> statement-breakpoint
CREATE TABLE "plan_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"entry_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"message_id" integer
);
--> statement-breakpoint
CREATE TABLE "trainer_days" (
	"trainer_id" integer NOT NULL,
	"day" date NOT NULL,
	"offer_id" integer,
	"training_id" integer,
	CONSTRAINT "trainer_days_trainer_id_day_pk" PRIMARY KEY("trainer_id","day"),
	CONSTRAINT "trainer_days_training_id_unique" UNIQUE("training_id"),
	CONSTRAINT "trainer_days_one_owner" CHECK (num_nonnulls("trainer_days"."offer_id", "trainer_days"."training_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "training_tasks" (
	"id" serial PRIMARY KEY NOT NULL,
	"training_id" integer NOT NULL,
	"text" text NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text
);
--> statement-breakpoint
CREATE TABLE "trainings" (
	"id" serial PRIMARY KEY NOT NULL,
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"offer_id" integer,
	"entry_id" integer,
	"trainer_id" integer NOT NULL,
	"day" date NOT NULL,
	"starts_at" text NOT NULL,
	"ends_at" text NOT NULL,
	"format" text NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"price" text DEFAULT '' NOT NULL,
	"prepare" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"head_count" integer,
	"sequence" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"booked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"day_chosen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"other_day_wish" text,
	"other_day_asked_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"canceled_by" text,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"held_at" timestamp with time zone,
	CONSTRAINT "trainings_uid_unique" UNIQUE("uid"),
	CONSTRAINT "trainings_offer_id_unique" UNIQUE("offer_id"),
	CONSTRAINT "trainings_known_format" CHECK ("trainings"."format" in ('in-person', 'online')),
	CONSTRAINT "trainings_known_canceled_by" CHECK ("trainings"."canceled_by" in ('client', 'us', 'server')),
	CONSTRAINT "trainings_canceled" CHECK (("trainings"."canceled_at" is null) = ("trainings"."canceled_by" is null) and ("trainings"."canceled_at" is null or "trainings"."held_at" is null))
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_kind";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_action";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_subject";--> statement-breakpoint
ALTER TABLE "ai_actions" DROP CONSTRAINT "ai_actions_known_action";--> statement-breakpoint
ALTER TABLE "outbox_messages" DROP CONSTRAINT "outbox_messages_known_kind";--> statement-breakpoint
DROP INDEX "contact_submissions_listed";--> statement-breakpoint
DROP INDEX "training_waitlist_listed";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "trainer_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "calendar_token_hash" text;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "calendar" text;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "calendar_method" text;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "written_by" text;--> statement-breakpoint
ALTER TABLE "blocked_days" ADD CONSTRAINT "blocked_days_trainer_id_users_id_fk" FOREIGN KEY ("trainer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_days" ADD CONSTRAINT "blocked_days_file_id_calendar_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."calendar_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_files" ADD CONSTRAINT "calendar_files_trainer_id_users_id_fk" FOREIGN KEY ("trainer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "next_steps" ADD CONSTRAINT "next_steps_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_entry_id_training_waitlist_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."training_waitlist"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_trainer_id_users_id_fk" FOREIGN KEY ("trainer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_answers" ADD CONSTRAINT "plan_answers_entry_id_training_waitlist_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."training_waitlist"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_links" ADD CONSTRAINT "plan_links_entry_id_training_waitlist_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."training_waitlist"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_links" ADD CONSTRAINT "plan_links_message_id_outbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainer_days" ADD CONSTRAINT "trainer_days_trainer_id_users_id_fk" FOREIGN KEY ("trainer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainer_days" ADD CONSTRAINT "trainer_days_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainer_days" ADD CONSTRAINT "trainer_days_training_id_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."trainings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_tasks" ADD CONSTRAINT "training_tasks_training_id_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."trainings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_entry_id_training_waitlist_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."training_waitlist"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_trainer_id_users_id_fk" FOREIGN KEY ("trainer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_days_trainer" ON "blocked_days" USING btree ("trainer_id","first_day");--> statement-breakpoint
CREATE INDEX "blocked_days_file" ON "blocked_days" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_files_name" ON "calendar_files" USING btree ("trainer_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "next_steps_open" ON "next_steps" USING btree ("email") WHERE "next_steps"."done_at" is null;--> statement-breakpoint
CREATE INDEX "next_steps_email" ON "next_steps" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "next_steps_due" ON "next_steps" USING btree ("due_on","id") WHERE "next_steps"."done_at" is null;--> statement-breakpoint
CREATE INDEX "next_steps_owner" ON "next_steps" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open" ON "offers" USING btree ("entry_id") WHERE "offers"."status" in ('draft', 'sent', 'other-days');--> statement-breakpoint
CREATE INDEX "offers_entry" ON "offers" USING btree ("entry_id","id");--> statement-breakpoint
CREATE INDEX "offers_trainer" ON "offers" USING btree ("trainer_id");--> statement-breakpoint
CREATE INDEX "offers_created_by" ON "offers" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "offers_status" ON "offers" USING btree ("status","id","entry_id");--> statement-breakpoint
CREATE INDEX "offers_freed" ON "offers" USING btree ("ended_at","id") WHERE "offers"."status" in ('lapsed', 'declined');--> statement-breakpoint
CREATE INDEX "offers_due" ON "offers" USING btree ("expires_at") WHERE "offers"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "plan_answers_leadership" ON "plan_answers" USING btree ("entry_id") WHERE "plan_answers"."topics" @> array['leadership']::text[];--> statement-breakpoint
CREATE INDEX "plan_answers_strategic_planning" ON "plan_answers" USING btree ("entry_id") WHERE "plan_answers"."topics" @> array['strategic-planning']::text[];--> statement-breakpoint
CREATE INDEX "plan_answers_fundraising" ON "plan_answers" USING btree ("entry_id") WHERE "plan_answers"."topics" @> array['fundraising']::text[];--> statement-breakpoint
CREATE INDEX "plan_answers_ai_implementation" ON "plan_answers" USING btree ("entry_id") WHERE "plan_answers"."topics" @> array['ai-implementation']::text[];--> statement-breakpoint
CREATE INDEX "plan_answers_state" ON "plan_answers" USING btree (lower("state"),"entry_id","state");--> statement-breakpoint
CREATE INDEX "plan_answers_city" ON "plan_answers" USING btree (lower("city"),lower("state"),"entry_id","city","state");--> statement-breakpoint
CREATE INDEX "plan_answers_zip" ON "plan_answers" USING btree (left("zip", 3),"entry_id","zip");--> statement-breakpoint
CREATE INDEX "plan_links_entry" ON "plan_links" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "plan_links_message" ON "plan_links" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "plan_links_expires" ON "plan_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "trainer_days_offer" ON "trainer_days" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "training_tasks_training" ON "training_tasks" USING btree ("training_id","id");--> statement-breakpoint
CREATE INDEX "trainings_upcoming" ON "trainings" USING btree ("day","id") WHERE "trainings"."canceled_at" is null and "trainings"."held_at" is null;--> statement-breakpoint
CREATE INDEX "trainings_held" ON "trainings" USING btree ("day","id") WHERE "trainings"."held_at" is not null;--> statement-breakpoint
CREATE INDEX "trainings_canceled" ON "trainings" USING btree ("day","id") WHERE "trainings"."canceled_at" is not null;--> statement-breakpoint
CREATE INDEX "trainings_other_day" ON "trainings" USING btree ("other_day_asked_at","id") WHERE "trainings"."other_day_asked_at" is not null and "trainings"."canceled_at" is null and "trainings"."held_at" is null;--> statement-breakpoint
CREATE INDEX "trainings_entry" ON "trainings" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "trainings_trainer" ON "trainings" USING btree ("trainer_id","day");--> statement-breakpoint
CREATE INDEX "contact_submissions_listed" ON "contact_submissions" USING btree ("id","created_at") WHERE "contact_submissions"."suspected_at" is null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_listed" ON "training_waitlist" USING btree ("id","created_at") WHERE "training_waitlist"."suspected_at" is null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_calendar_token_hash_unique" UNIQUE("calendar_token_hash");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_kind" CHECK ("activity"."kind" in ('sign-in', 'account', 'team', 'token', 'post', 'person', 'training', 'newsletter', 'export', 'import', 'site', 'setting', 'backup'));--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_action" CHECK ("activity"."action" in ('signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed', 'password-link-made', 'password-reset', 'passkey-added', 'passkey-removed', 'codes-turned-on', 'codes-turned-off', 'recovery-codes-made', 'recovery-code-used', 'second-factor-reset', 'user-created', 'colleague-invited', 'invite-renewed', 'invite-withdrawn', 'colleague-joined', 'role-changed', 'access-ended', 'access-restored', 'token-created', 'token-used', 'token-revoked', 'post-published', 'post-scheduled', 'post-unpublished', 'post-trashed', 'post-restored', 'picture-deleted', 'file-deleted', 'comment-deleted', 'person-deleted', 'person-restored', 'spam-deleted', 'spam-restored', 'note-deleted', 'subscriber-removed', 'subscriber-erased', 'own-data-erased', 'offer-sent', 'offer-withdrawn', 'training-canceled', 'trainer-changed', 'trainer-replaced', 'calendar-link-made', 'calendar-link-revoked', 'trainings-resumed', 'issue-started', 'issue-paused', 'issue-resumed', 'subscribers-imported', 'people-exported', 'subscribers-exported', 'insights-exported', 'offers-exported', 'trainings-exported', 'activity-exported', 'export-made', 'export-deleted', 'export-downloaded', 'import-started', 'import-finished', 'import-undone', 'section-published', 'section-reset', 'setting-changed', 'connection-changed', 'connection-removed', 'secret-key-rotated', 'backup-made', 'backup-downloaded', 'backup-restored'));--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_known_subject" CHECK ("activity"."subject" in ('post', 'picture', 'file', 'comment', 'waitlist', 'contact', 'note', 'subscriber', 'issue', 'user', 'invite', 'token', 'import', 'offer', 'training'));--> statement-breakpoint
ALTER TABLE "ai_actions" ADD CONSTRAINT "ai_actions_known_action" CHECK ("ai_actions"."action" in ('suggest-titles', 'generate-excerpt', 'generate-post', 'enhance-content', 'transcribe', 'generate-ai-content', 'draft-letter'));--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_known_calendar_method" CHECK ("outbox_messages"."calendar_method" in ('REQUEST', 'CANCEL', 'PUBLISH'));--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_calendar" CHECK (("outbox_messages"."calendar" is null) = ("outbox_messages"."calendar_method" is null));--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_known_kind" CHECK ("outbox_messages"."kind" in ('invite', 'guest', 'editor', 'lead', 'plan', 'letter', 'offer', 'training', 'today', 'confirmation', 'newsletter', 'rights', 'team', 'security', 'test'));