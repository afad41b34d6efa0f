ALTER TABLE "person_deletions" DROP CONSTRAINT "person_deletions_pkey";--> statement-breakpoint
ALTER TABLE "person_deletions" ADD CONSTRAINT "person_deletions_email_deleted_at_pk" PRIMARY KEY("email","deleted_at");--> statement-breakpoint
ALTER TABLE "lead_notices" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "about" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "parts" jsonb;--> statement-breakpoint
CREATE INDEX "outbox_messages_recipient" ON "outbox_messages" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "outbox_messages_about" ON "outbox_messages" USING gin ("about") WHERE "outbox_messages"."about" <> '{}';--> statement-breakpoint
UPDATE "lead_notices" SET "email" = coalesce((
	SELECT lower("answer" ->> 1) FROM jsonb_array_elements("answers") AS "answer" WHERE "answer" ->> 0 = 'Email' LIMIT 1
), '');--> statement-breakpoint
UPDATE "outbox_messages" SET "about" = array(
	SELECT DISTINCT lower("found"[1]) FROM regexp_matches("text", '^Email\s+>\s+(\S+@\S+)$', 'gn') AS "found"
) WHERE "kind" = 'lead';--> statement-breakpoint
UPDATE "outbox_messages" SET "about" = array[lower("author_invites"."email")] FROM "author_invites"
WHERE "kind" = 'editor' AND split_part("once_key", ':', 3) = "author_invites"."id"::text;
