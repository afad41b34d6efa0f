CREATE TABLE "left_out" (
	"day" date NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "left_out_day_what_pk" PRIMARY KEY("day","what")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_day_path_pk" PRIMARY KEY("day","path")
);
--> statement-breakpoint
ALTER TABLE "calendar_clicks" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "source" text;--> statement-breakpoint
CREATE INDEX "calendar_clicks_plotted" ON "calendar_clicks" USING btree ("created_at","service","source");--> statement-breakpoint
CREATE INDEX "calendar_clicks_details" ON "calendar_clicks" USING btree ("created_at") WHERE "calendar_clicks"."ip_address" is not null or "calendar_clicks"."user_agent" is not null;