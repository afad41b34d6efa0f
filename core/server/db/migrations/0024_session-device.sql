-- additive
ALTER TABLE "sessions" ADD COLUMN "device" text;