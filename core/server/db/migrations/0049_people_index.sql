-- not additive
DROP INDEX "contact_submissions_email";--> statement-breakpoint
DROP INDEX "training_waitlist_email";--> statement-breakpoint
CREATE INDEX "contact_submissions_email" ON "contact_submissions" USING btree (lower("email"),"email","suspected_at","deleted_at");--> statement-breakpoint
CREATE INDEX "training_waitlist_email" ON "training_waitlist" USING btree (lower("email"),"email","suspected_at","deleted_at");