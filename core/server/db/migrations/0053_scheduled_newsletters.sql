-- additive
ALTER TABLE "newsletter_issues" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD COLUMN "plan" jsonb;