-- not additive
ALTER TABLE "users" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text DEFAULT 'helper' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_known_role" CHECK ("users"."role" in ('helper', 'editor', 'owner'));--> statement-breakpoint
UPDATE "users" SET "role" = 'owner';--> statement-breakpoint
-- The lock makes transactions that take rights from different owners wait for each other, so that each one sees what
-- the other has left. In READ COMMITTED, the query after it sees what the other transaction has committed.
-- A restore drops the tables and keeps the function, hence OR REPLACE.
CREATE OR REPLACE FUNCTION "public"."keep_an_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7318204);
  IF EXISTS (SELECT FROM "public"."users") AND NOT EXISTS (SELECT FROM "public"."users" WHERE "role" = 'owner' AND "disabled_at" IS NULL) THEN
    RAISE EXCEPTION 'no enabled owner would be left' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_keep_an_owner';
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_keep_an_owner" AFTER UPDATE OF "role", "disabled_at" OR DELETE ON "users"
FOR EACH STATEMENT EXECUTE FUNCTION "public"."keep_an_owner"();
