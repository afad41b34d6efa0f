CREATE TABLE "ai_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" integer,
	"action" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_hash" text NOT NULL,
	"received_hash" text NOT NULL,
	"text_hash" text,
	"applied" text DEFAULT 'none' NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "ai_actions_known_applied" CHECK ("ai_actions"."applied" in ('none', 'part', 'all'))
);
--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "wholly_ai" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "disclosure_reviewed_by" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "disclosure_reviewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ai_actions" ADD CONSTRAINT "ai_actions_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_actions" ADD CONSTRAINT "ai_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_actions_post" ON "ai_actions" USING btree ("post_id","created_at");--> statement-breakpoint
CREATE INDEX "ai_actions_unbound" ON "ai_actions" USING btree ("created_at") WHERE "ai_actions"."post_id" is null;--> statement-breakpoint
CREATE INDEX "author_invites_first_word" ON "author_invites" USING btree (substring("name" from '[^\s\u00A0]+'));--> statement-breakpoint
CREATE INDEX "contact_submissions_first_word" ON "contact_submissions" USING btree (substring("name" from '[^\s\u00A0]+')) WHERE "contact_submissions"."suspected_at" is null;--> statement-breakpoint
CREATE INDEX "training_waitlist_first_word" ON "training_waitlist" USING btree (substring("name" from '[^\s\u00A0]+')) WHERE "training_waitlist"."suspected_at" is null;--> statement-breakpoint
-- Nothing shows that a person had a hand in posts that were kept as AI's until now (docs/decisions/011-disclosure.md).
UPDATE "blog_posts" SET "wholly_ai" = true WHERE "author_type" = 'ai';
