-- additive
ALTER TABLE "preview_links" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "preview_links_created_by" ON "preview_links" USING btree ("created_by");