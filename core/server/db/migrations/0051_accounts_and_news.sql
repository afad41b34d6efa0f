-- additive
ALTER TABLE "users" ADD COLUMN "byline" text;--> statement-breakpoint
UPDATE "users" SET "byline" = "display_name" WHERE "id" = (SELECT min("id") FROM "users");
