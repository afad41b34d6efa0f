-- not additive
CREATE TABLE "training_materials" (
	"id" serial PRIMARY KEY NOT NULL,
	"training_id" integer NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"is_after" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trainer_days" DROP CONSTRAINT "trainer_days_training_id_unique";--> statement-breakpoint
ALTER TABLE "training_mails" DROP CONSTRAINT "training_mails_known_event";--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "amount" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "deposit" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "pay_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "terms" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "cancel_days" integer;--> statement-breakpoint
ALTER TABLE "trainer_days" ADD COLUMN "use" text DEFAULT 'training' NOT NULL;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "amount" integer;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "deposit" integer;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "pay_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "terms" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "cancel_days" integer;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "wished_day" date;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "wished_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "invoice_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "deposit_paid_on" date;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "travel_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "travel_after" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trainings" ADD COLUMN "helper" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "training_materials" ADD CONSTRAINT "training_materials_training_id_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."trainings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "training_materials_training" ON "training_materials" USING btree ("training_id","id");--> statement-breakpoint
CREATE INDEX "trainer_days_training" ON "trainer_days" USING btree ("training_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trainer_days_once" ON "trainer_days" USING btree ("training_id","use") WHERE "trainer_days"."use" <> 'travel';--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_known_currency" CHECK ("offers"."currency" in ('USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD'));--> statement-breakpoint
ALTER TABLE "trainer_days" ADD CONSTRAINT "trainer_days_known_use" CHECK ("trainer_days"."use" in ('training', 'wish', 'travel'));--> statement-breakpoint
ALTER TABLE "training_mails" ADD CONSTRAINT "training_mails_known_event" CHECK ("training_mails"."event" in ('sent', 'sent-again', 'corrected', 'extended', 'withdrawn', 'other-days', 'declined', 'booked', 'changed', 'contact-changed', 'rescheduled', 'other-day-wished', 'day-kept', 'trainer-replaced', 'canceled', 'reminder-14', 'reminder-2', 'material'));--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_known_currency" CHECK ("trainings"."currency" in ('USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD'));