ALTER TABLE "contact_submissions" drop column "search";--> statement-breakpoint
ALTER TABLE "contact_submissions" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(normalize(left(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(industry, '') || ' ' || coalesce(timeline, ''), 20000), NFC), '@._-+/\:()''"', '            ') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "training_waitlist" drop column "search";--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(normalize(left(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(message, ''), 20000), NFC), '@._-+/\:()''"', '            ') || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "newsletter_confirmations" ADD COLUMN "spent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "refused_in_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "sums" jsonb;--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(normalize(left(coalesce(email, ''), 20000), NFC), '@._-+/\:()''"', '            '))) STORED;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(normalize(left(coalesce(recipient, '') || ' ' || coalesce(subject, ''), 20000), NFC), '@._-+/\:()''"', '            '))) STORED;--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_search" ON "newsletter_subscriptions" USING gin ("search");--> statement-breakpoint
CREATE INDEX "outbox_messages_search" ON "outbox_messages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "contact_submissions_search" ON "contact_submissions" USING gin ("search");--> statement-breakpoint
CREATE INDEX "training_waitlist_search" ON "training_waitlist" USING gin ("search");
