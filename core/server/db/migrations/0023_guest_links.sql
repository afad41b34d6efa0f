-- additive
ALTER TABLE "author_invites" ADD COLUMN "mailed_room_tokens" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "submitted_hash" text;--> statement-breakpoint
CREATE INDEX "author_invites_mailed_rooms" ON "author_invites" USING gin ("mailed_room_tokens");