-- additive
ALTER TABLE "ai_actions" ADD COLUMN "title_hashes" text[];--> statement-breakpoint
ALTER TABLE "ai_actions" ADD COLUMN "title_retyped" boolean DEFAULT false NOT NULL;