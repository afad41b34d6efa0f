-- not additive
ALTER TABLE "data_links" ADD COLUMN "message_id" integer;--> statement-breakpoint
ALTER TABLE "newsletter_confirmations" ADD COLUMN "message_id" integer;--> statement-breakpoint
ALTER TABLE "data_links" ADD CONSTRAINT "data_links_message_id_outbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_confirmations" ADD CONSTRAINT "newsletter_confirmations_message_id_outbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_links_message" ON "data_links" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "newsletter_confirmations_message" ON "newsletter_confirmations" USING btree ("message_id");--> statement-breakpoint
UPDATE "newsletter_confirmations" AS "asked" SET "message_id" = "mail"."id" FROM "outbox_messages" AS "mail"
WHERE "mail"."kind" = 'confirmation' AND lower("mail"."recipient") = lower("asked"."email") AND "mail"."created_at" = "asked"."created_at";--> statement-breakpoint
UPDATE "data_links" AS "asked" SET "message_id" = "mail"."id" FROM "outbox_messages" AS "mail"
WHERE "mail"."kind" = 'rights' AND lower("mail"."recipient") = "asked"."email" AND "mail"."created_at" = "asked"."created_at";--> statement-breakpoint
UPDATE "newsletter_confirmations" AS "asked" SET "expires_at" = "asked"."created_at" + interval '30 days' FROM "outbox_messages" AS "mail"
WHERE "mail"."id" = "asked"."message_id" AND "mail"."status" IN ('queued', 'failed') AND "asked"."spent_at" IS NULL;--> statement-breakpoint
UPDATE "data_links" AS "asked" SET "expires_at" = "asked"."created_at" + interval '30 days' FROM "outbox_messages" AS "mail"
WHERE "mail"."id" = "asked"."message_id" AND "mail"."status" IN ('queued', 'failed');
