CREATE TABLE "ai_draft_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"topic" text NOT NULL,
	"post_id" integer,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ai_usage" (
	"month" text PRIMARY KEY NOT NULL,
	"tokens_in" bigint NOT NULL,
	"tokens_out" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_draft_jobs" ADD CONSTRAINT "ai_draft_jobs_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_draft_jobs_created_at" ON "ai_draft_jobs" USING btree ("created_at");