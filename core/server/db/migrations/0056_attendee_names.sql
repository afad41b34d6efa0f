-- additive
CREATE INDEX "attendees_first_word" ON "attendees" USING btree (substring("name" from '[^\s\u00A0]+'));--> statement-breakpoint
-- For trainings that were held before, people can be noted now. They are not asked how it was.
INSERT INTO "gatherings" ("uid", "feature", "title", "day", "time_zone")
  SELECT "uid", 'trainings', 'Training', "day", coalesce("time_zone", 'UTC') FROM "trainings" WHERE "held_at" IS NOT NULL;
