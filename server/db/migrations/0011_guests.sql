CREATE TABLE "guest_comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"invite_id" integer NOT NULL,
	"paragraph" integer NOT NULL,
	"quote" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "room_token" text;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "post_id" integer;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "bio" text;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "photo_url" text;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "author_slug" text;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "approved_hash" text;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "rounds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "author_invites" ADD COLUMN "link_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "invite_id" integer;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "sealed_link" text;--> statement-breakpoint
ALTER TABLE "guest_comments" ADD CONSTRAINT "guest_comments_invite_id_author_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."author_invites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_comments_invite" ON "guest_comments" USING btree ("invite_id","id");--> statement-breakpoint
ALTER TABLE "author_invites" ADD CONSTRAINT "author_invites_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_invite_id_author_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."author_invites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "author_invites_email" ON "author_invites" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "author_invites_post" ON "author_invites" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "author_invites_author" ON "author_invites" USING btree ("author_slug");--> statement-breakpoint
CREATE INDEX "author_invites_listed" ON "author_invites" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "author_invites" ADD CONSTRAINT "author_invites_room_token_unique" UNIQUE("room_token");