-- additive
ALTER TABLE "users" ADD COLUMN "name_on_posts" text;--> statement-breakpoint
UPDATE "users" SET "name_on_posts" = "display_name" WHERE "id" = (SELECT min("id") FROM "users");--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_confirmed" ON "newsletter_subscriptions" USING btree ("subscribed_at");--> statement-breakpoint
CREATE INDEX "plan_answers_updated" ON "plan_answers" USING btree ("updated_at");