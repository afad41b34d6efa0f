-- additive
ALTER TABLE "offers" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "time_zone" text;