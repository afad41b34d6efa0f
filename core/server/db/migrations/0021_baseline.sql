-- not additive
-- Twenty-two migrations of development versions in one file. It carries the time of the last of them in
-- meta/_journal.json, so that a database that has them all skips it.
CREATE TABLE "ai_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" integer,
	"action" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_hash" text NOT NULL,
	"received_hash" text NOT NULL,
	"text_hash" text,
	"applied" text DEFAULT 'none' NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "ai_actions_known_applied" CHECK ("ai_actions"."applied" in ('none', 'part', 'all'))
);
--> statement-breakpoint
CREATE TABLE "ai_draft_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"topic" text NOT NULL,
	"post_id" integer,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ai_usage" (
	"month" text PRIMARY KEY NOT NULL,
	"tokens_in" bigint NOT NULL,
	"tokens_out" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "author_invites" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"suggested_topic" text,
	"custom_message" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"invite_token" text,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"responded_at" timestamp with time zone,
	"room_token" text,
	"due_at" timestamp with time zone,
	"post_id" integer,
	"submitted_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"bio" text,
	"photo_url" text,
	"author_slug" text,
	"approved_at" timestamp with time zone,
	"approved_hash" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"link_asked_at" timestamp with time zone,
	"changes_message" text,
	CONSTRAINT "author_invites_invite_token_unique" UNIQUE("invite_token"),
	CONSTRAINT "author_invites_room_token_unique" UNIQUE("room_token")
);
--> statement-breakpoint
CREATE TABLE "blog_posts" (
	"id" serial PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"excerpt" text NOT NULL,
	"content" text NOT NULL,
	"author" text NOT NULL,
	"author_type" text NOT NULL,
	"tags" text[],
	"image_url" text,
	"source_url" text,
	"source_name" text,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"first_published_at" timestamp with time zone,
	"sanitizer_version" integer DEFAULT 0 NOT NULL,
	"creation_key" text,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', left(title, 1000)), 'A') || setweight(to_tsvector('english', left(excerpt, 2000)), 'B') || setweight(to_tsvector('english', left(content, 200000)), 'C')) STORED,
	"words" integer GENERATED ALWAYS AS (coalesce(array_length(regexp_split_to_array(btrim(regexp_replace(content, '(<[^>]*>|[[:space:]])+', ' ', 'g')), ' '), 1), 0)) STORED,
	"image_caption" text,
	"pictures" text[] GENERATED ALWAYS AS (string_to_array(btrim(regexp_replace(coalesce(image_url, '') || ' ' || content || ' ', '.*?(/media/([0-9a-f]{32})-|$)', ' \2', 'g')), ' ')) STORED,
	"wholly_ai" boolean DEFAULT false NOT NULL,
	"disclosure_reviewed_by" text,
	"disclosure_reviewed_at" timestamp with time zone,
	CONSTRAINT "blog_posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "blog_posts_creation_key_unique" UNIQUE("creation_key")
);
--> statement-breakpoint
CREATE TABLE "calendar_clicks" (
	"id" serial PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"user_agent" text,
	"ip_address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text
);
--> statement-breakpoint
CREATE TABLE "contact_submissions" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"company" text NOT NULL,
	"phone" text,
	"email" text NOT NULL,
	"industry" text,
	"services" text[],
	"timeline" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"content_hash" text,
	"suspected_at" timestamp with time zone,
	"cleared_at" timestamp with time zone,
	"text_hash" text,
	"network_hash" text,
	"status" text DEFAULT 'new' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"source" text,
	"deleted_at" timestamp with time zone,
	"first_entry_id" integer,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(normalize(left(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(industry, '') || ' ' || coalesce(timeline, ''), 20000), NFC), '@._-+/\:()''"', '            ') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))) STORED,
	CONSTRAINT "contact_submissions_known_status" CHECK ("contact_submissions"."status" in ('new', 'contacted', 'offered', 'booked', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "data_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"receipt" jsonb
);
--> statement-breakpoint
CREATE TABLE "deletion_ledger" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"erased_until" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guest_comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"invite_id" integer NOT NULL,
	"paragraph" integer NOT NULL,
	"quote" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "last_looks" (
	"user_id" integer NOT NULL,
	"list" text NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "last_looks_user_id_list_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
CREATE TABLE "lead_notices" (
	"id" serial PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"answers" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"email" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "left_out" (
	"day" date NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "left_out_day_what_pk" PRIMARY KEY("day","what")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"original_name" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"ready_at" timestamp with time zone,
	"invite_id" integer,
	CONSTRAINT "media_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "newsletter_confirmations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"consent" text NOT NULL,
	"source" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "newsletter_copies" (
	"issue_id" integer NOT NULL,
	"subscription_id" integer NOT NULL,
	"message_id" integer,
	"settled_at" timestamp with time zone,
	CONSTRAINT "newsletter_copies_issue_id_subscription_id_pk" PRIMARY KEY("issue_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_issues" (
	"id" serial PRIMARY KEY NOT NULL,
	"post_id" integer,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by" text NOT NULL,
	"paused_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"refused_in_row" integer DEFAULT 0 NOT NULL,
	"sums" jsonb
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"subscribed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"consent" text,
	"asked_at" timestamp with time zone,
	"source" text,
	"frequency" text DEFAULT 'all' NOT NULL,
	"token" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(normalize(left(coalesce(email, ''), 20000), NFC), '@._-+/\:()''"', '            '))) STORED,
	CONSTRAINT "newsletter_subscriptions_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscriptions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"once_key" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"sealed_link" text,
	"about" text[] DEFAULT '{}' NOT NULL,
	"parts" jsonb,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(normalize(left(coalesce(recipient, '') || ' ' || coalesce(subject, ''), 20000), NFC), '@._-+/\:()''"', '            '))) STORED,
	CONSTRAINT "outbox_messages_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "outbox_messages_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_day_path_pk" PRIMARY KEY("day","path")
);
--> statement-breakpoint
CREATE TABLE "person_deletions" (
	"email" text NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" text NOT NULL,
	CONSTRAINT "person_deletions_email_deleted_at_pk" PRIMARY KEY("email","deleted_at")
);
--> statement-breakpoint
CREATE TABLE "person_notes" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_revisions" (
	"id" serial PRIMARY KEY NOT NULL,
	"post_id" integer NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"excerpt" text NOT NULL,
	"content" text NOT NULL,
	"author" text NOT NULL,
	"author_type" text NOT NULL,
	"tags" text[],
	"source_url" text,
	"source_name" text,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_by" text NOT NULL,
	"cause" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"image_url" text,
	"image_caption" text
);
--> statement-breakpoint
CREATE TABLE "post_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"post_id" integer
);
--> statement-breakpoint
CREATE TABLE "post_transcripts" (
	"post_id" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preview_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"post_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "training_waitlist" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"company" text,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"content_hash" text,
	"first_entry_id" integer,
	"suspected_at" timestamp with time zone,
	"source" text,
	"cleared_at" timestamp with time zone,
	"text_hash" text,
	"network_hash" text,
	"status" text DEFAULT 'new' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"deleted_at" timestamp with time zone,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(normalize(left(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(message, ''), 20000), NFC), '@._-+/\:()''"', '            ') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))) STORED,
	CONSTRAINT "training_waitlist_known_status" CHECK ("training_waitlist"."status" in ('new', 'contacted', 'offered', 'booked', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	CONSTRAINT "users_username_unique" UNIQUE("username")
);
--> statement-breakpoint
ALTER TABLE "ai_actions" ADD CONSTRAINT "ai_actions_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_actions" ADD CONSTRAINT "ai_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_draft_jobs" ADD CONSTRAINT "ai_draft_jobs_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_invites" ADD CONSTRAINT "author_invites_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD CONSTRAINT "contact_submissions_first_entry_id_contact_submissions_id_fk" FOREIGN KEY ("first_entry_id") REFERENCES "public"."contact_submissions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_comments" ADD CONSTRAINT "guest_comments_invite_id_author_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."author_invites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_looks" ADD CONSTRAINT "last_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_invite_id_author_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."author_invites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_copies" ADD CONSTRAINT "newsletter_copies_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_copies" ADD CONSTRAINT "newsletter_copies_subscription_id_newsletter_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."newsletter_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_copies" ADD CONSTRAINT "newsletter_copies_message_id_outbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD CONSTRAINT "newsletter_issues_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_slugs" ADD CONSTRAINT "post_slugs_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_transcripts" ADD CONSTRAINT "post_transcripts_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD CONSTRAINT "training_waitlist_first_entry_id_training_waitlist_id_fk" FOREIGN KEY ("first_entry_id") REFERENCES "public"."training_waitlist"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_actions_post" ON "ai_actions" USING btree ("post_id","created_at");--> statement-breakpoint
CREATE INDEX "ai_actions_unbound" ON "ai_actions" USING btree ("created_at") WHERE "ai_actions"."post_id" is null;--> statement-breakpoint
CREATE INDEX "ai_draft_jobs_created_at" ON "ai_draft_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "author_invites_first_word" ON "author_invites" USING btree (substring("name" from '[^\s\u00A0]+'));--> statement-breakpoint
CREATE INDEX "author_invites_email" ON "author_invites" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "author_invites_post" ON "author_invites" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "author_invites_author" ON "author_invites" USING btree ("author_slug");--> statement-breakpoint
CREATE INDEX "author_invites_listed" ON "author_invites" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "author_invites_last_act" ON "author_invites" USING btree (greatest("responded_at", "submitted_at", "approved_at", "link_asked_at"));--> statement-breakpoint
CREATE INDEX "blog_posts_kept" ON "blog_posts" USING btree ("published_at","id") WHERE "blog_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "blog_posts_drafts" ON "blog_posts" USING btree ("published_at","id") WHERE not "blog_posts"."is_published" and "blog_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "blog_posts_trash" ON "blog_posts" USING btree ("published_at","id") WHERE "blog_posts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "blog_posts_public" ON "blog_posts" USING btree ("published_at","id") WHERE "blog_posts"."is_published" and "blog_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "blog_posts_search" ON "blog_posts" USING gin ("search");--> statement-breakpoint
CREATE INDEX "blog_posts_tags" ON "blog_posts" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "blog_posts_pictures" ON "blog_posts" USING gin ("pictures");--> statement-breakpoint
CREATE INDEX "calendar_clicks_plotted" ON "calendar_clicks" USING btree ("created_at","service","source");--> statement-breakpoint
CREATE INDEX "calendar_clicks_details" ON "calendar_clicks" USING btree ("created_at") WHERE "calendar_clicks"."ip_address" is not null or "calendar_clicks"."user_agent" is not null;--> statement-breakpoint
CREATE INDEX "contact_submissions_content_hash" ON "contact_submissions" USING btree ("content_hash","created_at");--> statement-breakpoint
CREATE INDEX "contact_submissions_email" ON "contact_submissions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "contact_submissions_listed" ON "contact_submissions" USING btree ("id") WHERE "contact_submissions"."suspected_at" is null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_newest" ON "contact_submissions" USING btree ("created_at","id") WHERE "contact_submissions"."suspected_at" is null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_status" ON "contact_submissions" USING btree ("status","created_at","id") WHERE "contact_submissions"."suspected_at" is null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_spam" ON "contact_submissions" USING btree ("created_at","id") WHERE "contact_submissions"."suspected_at" is not null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_deleted" ON "contact_submissions" USING btree ("created_at","id") WHERE "contact_submissions"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "contact_submissions_text_hash" ON "contact_submissions" USING btree ("text_hash","created_at");--> statement-breakpoint
CREATE INDEX "contact_submissions_first_word" ON "contact_submissions" USING btree (substring("name" from '[^\s\u00A0]+')) WHERE "contact_submissions"."suspected_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_network_hash" ON "contact_submissions" USING btree ("network_hash","created_at") WHERE "contact_submissions"."network_hash" is not null;--> statement-breakpoint
CREATE INDEX "contact_submissions_search" ON "contact_submissions" USING gin ("search");--> statement-breakpoint
CREATE INDEX "contact_submissions_tags" ON "contact_submissions" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "data_links_email" ON "data_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "guest_comments_invite" ON "guest_comments" USING btree ("invite_id","id");--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "newsletter_confirmations_email" ON "newsletter_confirmations" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "newsletter_copies_waiting" ON "newsletter_copies" USING btree ("issue_id") WHERE "newsletter_copies"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "newsletter_copies_message" ON "newsletter_copies" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "newsletter_copies_subscription" ON "newsletter_copies" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_search" ON "newsletter_subscriptions" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscriptions_email_lower" ON "newsletter_subscriptions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_listed" ON "newsletter_subscriptions" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_messages_search" ON "outbox_messages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "outbox_messages_listed" ON "outbox_messages" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_messages_recipient" ON "outbox_messages" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "outbox_messages_about" ON "outbox_messages" USING gin ("about") WHERE "outbox_messages"."about" <> '{}';--> statement-breakpoint
CREATE INDEX "outbox_messages_status" ON "outbox_messages" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_messages_due" ON "outbox_messages" USING btree ("next_attempt_at") WHERE "outbox_messages"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "person_notes_email" ON "person_notes" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "post_revisions_post" ON "post_revisions" USING btree ("post_id","id");--> statement-breakpoint
CREATE INDEX "post_slugs_post" ON "post_slugs" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "preview_links_post" ON "preview_links" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "rate_counters_window_ends_at" ON "rate_counters" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_created_at" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "training_waitlist_content_hash" ON "training_waitlist" USING btree ("content_hash","created_at");--> statement-breakpoint
CREATE INDEX "training_waitlist_email" ON "training_waitlist" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "training_waitlist_listed" ON "training_waitlist" USING btree ("id") WHERE "training_waitlist"."suspected_at" is null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_newest" ON "training_waitlist" USING btree ("created_at","id") WHERE "training_waitlist"."suspected_at" is null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_status" ON "training_waitlist" USING btree ("status","created_at","id") WHERE "training_waitlist"."suspected_at" is null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_spam" ON "training_waitlist" USING btree ("created_at","id") WHERE "training_waitlist"."suspected_at" is not null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_deleted" ON "training_waitlist" USING btree ("created_at","id") WHERE "training_waitlist"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "training_waitlist_text_hash" ON "training_waitlist" USING btree ("text_hash","created_at");--> statement-breakpoint
CREATE INDEX "training_waitlist_first_word" ON "training_waitlist" USING btree (substring("name" from '[^\s\u00A0]+')) WHERE "training_waitlist"."suspected_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_network_hash" ON "training_waitlist" USING btree ("network_hash","created_at") WHERE "training_waitlist"."network_hash" is not null;--> statement-breakpoint
CREATE INDEX "training_waitlist_search" ON "training_waitlist" USING gin ("search");--> statement-breakpoint
CREATE INDEX "training_waitlist_tags" ON "training_waitlist" USING gin ("tags");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_lower" ON "users" USING btree (lower("username"));