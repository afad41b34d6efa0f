CREATE TABLE "data_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"receipt" jsonb
);
--> statement-breakpoint
CREATE TABLE "person_deletions" (
	"email" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" text NOT NULL
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
DROP INDEX "training_waitlist_listed";--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "suspected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "cleared_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "text_hash" text;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "network_hash" text;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "status" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "first_entry_id" integer;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(left(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(industry, '') || ' ' || coalesce(timeline, ''), 20000), '@._-+/\:()''"', '            ') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "cleared_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "text_hash" text;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "network_hash" text;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "status" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(left(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(message, ''), 20000), '@._-+/\:()''"', '            ') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))) STORED;--> statement-breakpoint
CREATE INDEX "data_links_email" ON "data_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "person_notes_email" ON "person_notes" USING btree ("email","id");--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD CONSTRAINT "contact_submissions_first_entry_id_contact_submissions_id_fk" FOREIGN KEY ("first_entry_id") REFERENCES "public"."contact_submissions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_submissions_content_hash" ON "contact_submissions" USING btree ("content_hash","created_at");--> statement-breakpoint
CREATE INDEX "contact_submissions_email" ON "contact_submissions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "contact_submissions_listed" ON "contact_submissions" USING btree ("id") WHERE "contact_submissions"."suspected_at" is null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_newest" ON "contact_submissions" USING btree ("created_at","id") WHERE "contact_submissions"."suspected_at" is null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_status" ON "contact_submissions" USING btree ("status","created_at","id") WHERE "contact_submissions"."suspected_at" is null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_spam" ON "contact_submissions" USING btree ("created_at","id") WHERE "contact_submissions"."suspected_at" is not null and "contact_submissions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contact_submissions_deleted" ON "contact_submissions" USING btree ("created_at","id") WHERE "contact_submissions"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "contact_submissions_text_hash" ON "contact_submissions" USING btree ("text_hash","created_at");--> statement-breakpoint
CREATE INDEX "contact_submissions_network_hash" ON "contact_submissions" USING btree ("network_hash","created_at") WHERE "contact_submissions"."network_hash" is not null;--> statement-breakpoint
CREATE INDEX "contact_submissions_search" ON "contact_submissions" USING gin ("search");--> statement-breakpoint
CREATE INDEX "contact_submissions_tags" ON "contact_submissions" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "training_waitlist_newest" ON "training_waitlist" USING btree ("created_at","id") WHERE "training_waitlist"."suspected_at" is null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_status" ON "training_waitlist" USING btree ("status","created_at","id") WHERE "training_waitlist"."suspected_at" is null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_spam" ON "training_waitlist" USING btree ("created_at","id") WHERE "training_waitlist"."suspected_at" is not null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_deleted" ON "training_waitlist" USING btree ("created_at","id") WHERE "training_waitlist"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "training_waitlist_text_hash" ON "training_waitlist" USING btree ("text_hash","created_at");--> statement-breakpoint
CREATE INDEX "training_waitlist_network_hash" ON "training_waitlist" USING btree ("network_hash","created_at") WHERE "training_waitlist"."network_hash" is not null;--> statement-breakpoint
CREATE INDEX "training_waitlist_search" ON "training_waitlist" USING gin ("search");--> statement-breakpoint
CREATE INDEX "training_waitlist_tags" ON "training_waitlist" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "training_waitlist_listed" ON "training_waitlist" USING btree ("id") WHERE "training_waitlist"."suspected_at" is null and "training_waitlist"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD CONSTRAINT "contact_submissions_known_status" CHECK ("contact_submissions"."status" in ('new', 'contacted', 'offered', 'booked', 'closed'));--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD CONSTRAINT "training_waitlist_known_status" CHECK ("training_waitlist"."status" in ('new', 'contacted', 'offered', 'booked', 'closed'));