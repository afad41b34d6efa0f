-- additive
CREATE TABLE "event_mails" (
	"message_id" integer PRIMARY KEY NOT NULL,
	"registration_id" integer NOT NULL,
	"about" text NOT NULL,
	CONSTRAINT "event_mails_known_about" CHECK ("event_mails"."about" in ('registered', 'waiting', 'seat', 'party', 'left', 'changed', 'canceled', 'reminder-2-days', 'reminder-2-hours'))
);
--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" serial PRIMARY KEY NOT NULL,
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"event_id" integer NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"party" integer DEFAULT 1 NOT NULL,
	"names" text[] DEFAULT '{}' NOT NULL,
	"is_walk_in" boolean DEFAULT false NOT NULL,
	"paid_on" date,
	"token_hash" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"content_hash" text DEFAULT '' NOT NULL,
	"source" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"waiting_since" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"canceled_by" text,
	CONSTRAINT "event_registrations_uid_unique" UNIQUE("uid"),
	CONSTRAINT "event_registrations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "event_registrations_known_status" CHECK ("event_registrations"."status" in ('registered', 'waiting', 'suspect', 'canceled')),
	CONSTRAINT "event_registrations_known_canceled_by" CHECK ("event_registrations"."canceled_by" in ('person', 'us', 'server')),
	CONSTRAINT "event_registrations_party" CHECK ("event_registrations"."party" between 1 and 10),
	CONSTRAINT "event_registrations_canceled" CHECK (("event_registrations"."status" = 'canceled') = ("event_registrations"."canceled_at" is not null)
        and ("event_registrations"."canceled_at" is null) = ("event_registrations"."canceled_by" is null)),
	CONSTRAINT "event_registrations_waits" CHECK (("event_registrations"."status" = 'waiting') = ("event_registrations"."waiting_since" is not null))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" serial PRIMARY KEY NOT NULL,
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"picture" text DEFAULT '' NOT NULL,
	"picture_alt" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"starts_at" text NOT NULL,
	"ends_at" text NOT NULL,
	"time_zone" text NOT NULL,
	"format" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"online_url" text DEFAULT '' NOT NULL,
	"seats" integer,
	"taken" integer DEFAULT 0 NOT NULL,
	"amount" integer,
	"currency" text DEFAULT 'USD' NOT NULL,
	"price" text DEFAULT '' NOT NULL,
	"pay_url" text DEFAULT '' NOT NULL,
	"terms" text DEFAULT '' NOT NULL,
	"register_until" date,
	"contact" text DEFAULT '' NOT NULL,
	"trainer_id" integer,
	"sequence" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"day_chosen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "events_uid_unique" UNIQUE("uid"),
	CONSTRAINT "events_slug_unique" UNIQUE("slug"),
	CONSTRAINT "events_known_status" CHECK ("events"."status" in ('draft', 'published', 'canceled')),
	CONSTRAINT "events_known_kind" CHECK ("events"."kind" in ('workshop', 'bootcamp', 'networking')),
	CONSTRAINT "events_known_format" CHECK ("events"."format" in ('in-person', 'online')),
	CONSTRAINT "events_known_currency" CHECK ("events"."currency" in ('USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD')),
	CONSTRAINT "events_seats" CHECK ("events"."taken" between 0 and coalesce("events"."seats", "events"."taken")),
	CONSTRAINT "events_canceled" CHECK (("events"."status" = 'canceled') = ("events"."canceled_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "attendees" (
	"id" serial PRIMARY KEY NOT NULL,
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"gathering_id" integer NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"came_at" timestamp with time zone,
	"marked_at" timestamp with time zone NOT NULL,
	"certificate" text NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"token_hash" text,
	"asked_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"rating" integer,
	"best" text DEFAULT '' NOT NULL,
	"better" text DEFAULT '' NOT NULL,
	CONSTRAINT "attendees_uid_unique" UNIQUE("uid"),
	CONSTRAINT "attendees_certificate_unique" UNIQUE("certificate"),
	CONSTRAINT "attendees_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "attendees_key" UNIQUE("gathering_id","key"),
	CONSTRAINT "attendees_rating" CHECK ("attendees"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "gatherings" (
	"id" serial PRIMARY KEY NOT NULL,
	"uid" uuid NOT NULL,
	"feature" text NOT NULL,
	"title" text NOT NULL,
	"day" date NOT NULL,
	"time_zone" text NOT NULL,
	"ask_at" timestamp with time zone,
	"is_held" boolean DEFAULT true NOT NULL,
	CONSTRAINT "gatherings_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
ALTER TABLE "event_mails" ADD CONSTRAINT "event_mails_message_id_outbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_mails" ADD CONSTRAINT "event_mails_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_trainer_id_users_id_fk" FOREIGN KEY ("trainer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendees" ADD CONSTRAINT "attendees_gathering_id_gatherings_id_fk" FOREIGN KEY ("gathering_id") REFERENCES "public"."gatherings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_mails_registration" ON "event_mails" USING btree ("registration_id","about");--> statement-breakpoint
CREATE INDEX "event_registrations_event" ON "event_registrations" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "event_registrations_email" ON "event_registrations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "event_registrations_waiting" ON "event_registrations" USING btree ("event_id","waiting_since","id") WHERE "event_registrations"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "events_day" ON "events" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "events_trainer" ON "events" USING btree ("trainer_id","day");--> statement-breakpoint
CREATE INDEX "events_created_by" ON "events" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "attendees_email" ON "attendees" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "attendees_first_word" ON "attendees" USING btree (substring("name" from '[^\s\u00A0]+'));--> statement-breakpoint
CREATE INDEX "gatherings_ask" ON "gatherings" USING btree ("ask_at") WHERE "gatherings"."ask_at" is not null;--> statement-breakpoint
-- For trainings that were held before, people can be noted now. They are not asked how it was.
INSERT INTO "gatherings" ("uid", "feature", "title", "day", "time_zone")
 SELECT "uid", 'trainings', 'Training', "day", coalesce("time_zone", 'UTC') FROM "trainings" WHERE "held_at" IS NOT NULL;
