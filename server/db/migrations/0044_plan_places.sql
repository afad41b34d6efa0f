CREATE INDEX "plan_answers_state" ON "plan_answers" USING btree (lower("state"));--> statement-breakpoint
CREATE INDEX "plan_answers_city" ON "plan_answers" USING btree (lower("city"));--> statement-breakpoint
CREATE INDEX "plan_answers_zip" ON "plan_answers" USING btree (left("zip", 3));