-- additive
CREATE TABLE "training_mails" (
	"message_id" integer PRIMARY KEY NOT NULL,
	"offer_id" integer,
	"training_id" integer,
	"event" text NOT NULL,
	CONSTRAINT "training_mails_known_event" CHECK ("training_mails"."event" in ('sent', 'sent-again', 'extended', 'withdrawn', 'other-days', 'declined', 'booked', 'changed', 'contact-changed', 'rescheduled', 'other-day-wished', 'day-kept', 'trainer-replaced', 'canceled', 'reminder-14', 'reminder-2')),
	CONSTRAINT "training_mails_about" CHECK (num_nonnulls("training_mails"."offer_id", "training_mails"."training_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "order_key" text;--> statement-breakpoint
ALTER TABLE "training_mails" ADD CONSTRAINT "training_mails_message_id_outbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_mails" ADD CONSTRAINT "training_mails_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_mails" ADD CONSTRAINT "training_mails_training_id_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."trainings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "training_mails_offer" ON "training_mails" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "training_mails_training" ON "training_mails" USING btree ("training_id","event");--> statement-breakpoint
CREATE INDEX "outbox_messages_in_order" ON "outbox_messages" USING btree ("order_key");--> statement-breakpoint
-- Ties the emails of the previous version by their derived Message-IDs.
INSERT INTO "training_mails" ("message_id", "offer_id", "training_id", "event")
SELECT "mails"."id", CASE "kind" WHEN 'offer' THEN "offers"."id" END, CASE "kind" WHEN 'training' THEN "trainings"."id" END, "event"
FROM (SELECT "id", "kind", right(split_part("once_key", '@', 1), 36) AS "uid",
		regexp_replace("once_key", '(-trainer)?-\d+-[0-9a-f-]{36}@everyday-ai$', '') AS "beginning"
	FROM "outbox_messages" WHERE "kind" IN ('offer', 'training') AND "once_key" IS NOT NULL) AS "mails"
JOIN (VALUES ('offer', 'sent'), ('offer-extended', 'extended'), ('offer-withdrawn', 'withdrawn'),
	('offer-other-days', 'other-days'), ('offer-declined', 'declined'), ('confirmation', 'booked'),
	('training-changed', 'changed'), ('training-moved', 'rescheduled'), ('trainer-replaced', 'trainer-replaced'),
	('trainer-released', 'trainer-replaced'), ('other-day-wished', 'other-day-wished'), ('training-canceled', 'canceled'),
	('reminder-14', 'reminder-14'), ('reminder-2', 'reminder-2')) AS "known" ("name", "event") ON "name" = "beginning"
LEFT JOIN "offers" ON "offers"."uid"::text = "mails"."uid"
LEFT JOIN "trainings" ON "trainings"."uid"::text = "mails"."uid"
WHERE CASE "kind" WHEN 'offer' THEN "offers"."id" ELSE "trainings"."id" END IS NOT NULL;
