CREATE TABLE "media" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"original_name" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"ready_at" timestamp with time zone,
	CONSTRAINT "media_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "image_caption" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "pictures" text[] GENERATED ALWAYS AS (string_to_array(btrim(regexp_replace(coalesce(image_url, '') || ' ' || content || ' ', '.*?(/media/([0-9a-f]{32})-|$)', ' \2', 'g')), ' ')) STORED;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD COLUMN "image_caption" text;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_posts_pictures" ON "blog_posts" USING gin ("pictures");